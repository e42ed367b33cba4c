package dev.amdahl.profilers.internal.xplane;

import dev.amdahl.profilers.internal.FileProfile;
import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads profiles of XLA, as JAX writes them: streams of GPUs, threads of the host and steps. Where no GPU worked, the processor is the
 * accelerator, and operations of XLA on its threads are its work. TPUs are left out, and a finding says so. Thread-safe.
 */
public final class XplaneProfiler implements Profiler {
    static final String NAME = "xplane";

    private static final int PREFIX = 64;
    private static final Pattern BEGIN = Pattern.compile(
            "^\\n[\\x00-\\xff]{1,5}(\\x08[\\x00-\\xff]{1,10})?\\x12[\\x01-\\x7f](/host:|/device:|Task Environment)");

    @Override
    public boolean reads(Artifact artifact) {
        try (InputStream in = TextLines.decompressed(artifact.path())) {
            return BEGIN.matcher(new String(in.readNBytes(PREFIX), StandardCharsets.ISO_8859_1))
                    .find();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        XplaneLanes lanes = new XplaneDocument(artifact, limits).lanes();
        return new FileProfile(NAME, artifact, lanes.timeline(), Map.of(), List.of(), lanes.findings());
    }
}
