package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.profilers.internal.TextPrefix;
import dev.amdahl.profilers.internal.capture.Scripts;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Attachment;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.util.List;
import java.util.Optional;

/**
 * Reads the text of {@code perf script}: samples with or without stacks, and rows of a branch trace (Intel PT). Seconds are known for
 * {@code cpu-clock} and {@code task-clock}, whose period is time, and where the header shows {@code perf record -F}; else hot frames
 * are shares of samples. Thread-safe.
 */
public final class PerfScriptProfiler implements Profiler {
    static final String NAME = "perf-script";

    @Override
    public boolean reads(Artifact artifact) {
        List<String> lines = TextPrefix.lines(artifact);
        for (String line : lines) {
            if (!line.isBlank() && !line.startsWith("#")) {
                return PerfHeader.of(line)
                        .filter(header -> !header.event().isEmpty() || BranchTrace.isRow(header))
                        .isPresent();
            }
        }
        return false;
    }

    @Override
    public Optional<Attachment> attachment() {
        return Scripts.around("perf", .02);
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        return new PerfScriptReader(artifact, limits).read();
    }
}
