package dev.amdahl.profilers.kineto;

import static java.util.Objects.requireNonNull;

import dev.amdahl.profilers.internal.capture.Scripts;
import dev.amdahl.profilers.internal.kineto.document.TraceInput;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Attachment;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/**
 * Reads Kineto (Chrome trace event) files, plain or gzip, an object with {@code traceEvents} or a bare array. All steps are kept.
 * Device work is a complete event of category kernel, gpu_memcpy or gpu_memset (also in their older capitals); synchronisation
 * rows and operators that merely carry a stream are not device work. Thread-safe.
 */
public final class KinetoProfiler implements Profiler {
    static final String NAME = "kineto";

    private static final int PREFIX = 8192;
    private static final Pattern OBJECT = Pattern.compile(
            "^\\uFEFF?\\s*\\{.*?\"(traceEvents|schemaVersion|deviceProperties|distributedInfo)\"\\s*:", Pattern.DOTALL);
    private static final Pattern ANY_OBJECT = Pattern.compile("^\\uFEFF?\\s*\\{\\s*\"");
    private static final Pattern OTHER = Pattern.compile(
            "^\\uFEFF?\\s*\\{[^\\n]*\\}\\s*\\n\\s*\\{|\"(ncu_profile|rocprofiler-sdk-tool|comm_lib_version|collective_seq_id)\"\\s*:");
    private static final Pattern ARRAY = Pattern.compile("^\\uFEFF?\\s*\\[\\s*\\{.*?\"ph\"\\s*:", Pattern.DOTALL);

    private final LongConsumer read;

    /** Reads without a word. */
    public KinetoProfiler() {
        this(bytes -> {});
    }

    /**
     * Tells how far it is.
     *
     * @param read told, on the reading thread, how many bytes of the file it has read
     */
    public KinetoProfiler(LongConsumer read) {
        this.read = requireNonNull(read);
    }

    @Override
    public boolean reads(Artifact artifact) {
        String prefix;
        try (InputStream in = TraceInput.open(artifact.path(), Long.MAX_VALUE, bytes -> {})) {
            prefix = new String(in.readNBytes(PREFIX), StandardCharsets.UTF_8);
        } catch (IOException | InvalidPathException e) {
            return false;
        }
        boolean declared = artifact.role().equals("trace")
                && ANY_OBJECT.matcher(prefix).find()
                && !OTHER.matcher(prefix).find();
        return declared
                || OBJECT.matcher(prefix).find()
                || ARRAY.matcher(prefix).find();
    }

    @Override
    public Optional<Attachment> attachment() {
        return Scripts.python(.03);
    }

    @Override
    public KinetoProfile read(Artifact artifact, ProfileLimits limits) {
        return KinetoReader.read(artifact, limits, read);
    }
}
