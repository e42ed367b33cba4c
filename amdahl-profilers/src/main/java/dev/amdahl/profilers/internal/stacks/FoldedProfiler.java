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
 * Reads folded stacks ({@code a;b;c 123}) as FlameGraph, py-spy, async-profiler and bcc write them. The unit is samples of unknown
 * rate unless the file says it in a comment ({@code # unit: microseconds}, {@code # frequency: 99}) or its role or name has
 * {@code offcpu}, for microseconds off the processor. Thread-safe.
 */
public final class FoldedProfiler implements Profiler {
    static final String NAME = "folded";

    @Override
    public boolean reads(Artifact artifact) {
        List<String> lines = TextPrefix.lines(artifact).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        boolean isDeclared = artifact.role().equals(NAME);
        return !lines.isEmpty()
                && lines.stream().allMatch(line -> FoldedLine.of(line).isPresent())
                && (isDeclared || lines.stream().anyMatch(line -> line.indexOf(';') > 0));
    }

    @Override
    public Optional<Attachment> attachment() {
        return Scripts.around("py-spy", .02);
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        return new FoldedReader(artifact, limits).read();
    }
}
