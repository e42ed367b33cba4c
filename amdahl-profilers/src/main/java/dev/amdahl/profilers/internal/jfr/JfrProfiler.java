package dev.amdahl.profilers.internal.jfr;

import dev.amdahl.profilers.internal.capture.Scripts;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Attachment;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * Reads recordings of the JDK's Flight Recorder, plain or gzip, of versions 1.x and 2.x (JDK 9 and newer; those of JDK 7 and 8 of
 * version 0.x are refused). Execution samples become hot frames {@code Class.method:line}; parks, monitors, sleeps and pauses of the
 * collector become lanes of time off the processor, on the clock of the epoch. Thread-safe.
 */
public final class JfrProfiler implements Profiler {
    static final String NAME = "jfr";

    private static final byte[] MAGIC = {'F', 'L', 'R', 0};

    @Override
    public boolean reads(Artifact artifact) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(artifact.path()))) {
            in.mark(2);
            boolean isGzip = in.read() == 0x1f && in.read() == 0x8b;
            in.reset();
            if (!isGzip) {
                return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
            }
            try (InputStream inside = new GZIPInputStream(in)) {
                return Arrays.equals(inside.readNBytes(MAGIC.length), MAGIC);
            }
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Optional<Attachment> attachment() {
        return Scripts.beside("jfr", .10);
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        try (JfrFile file = JfrFile.open(artifact, limits)) {
            return new JfrReader(artifact, limits, file).read();
        }
    }
}
