package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.profilers.internal.capture.Scripts;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Attachment;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;

/**
 * Reads what {@code nsys export --type sqlite} wrote: kernels, copies, fills and graph launches per device and stream; calls of the
 * CUDA runtime, NVTX ranges and calls of the system per host thread; on the epoch where the file says when it began. Tables and
 * columns that a version does not have are left out. It does not read sampled call stacks, GPU metrics, network or storage events, and
 * not {@code .nsys-rep}. Thread-safe.
 */
public final class NsysProfiler implements Profiler {
    static final String NAME = "nsys";

    private static final String MAGIC = "SQLite format 3\0";

    @Override
    public boolean reads(Artifact artifact) {
        try (InputStream in = Files.newInputStream(artifact.path())) {
            return new String(in.readNBytes(16), StandardCharsets.ISO_8859_1).equals(MAGIC);
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Optional<Attachment> attachment() {
        return Scripts.around("nsys", .10);
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        return NsysReader.read(artifact, limits);
    }
}
