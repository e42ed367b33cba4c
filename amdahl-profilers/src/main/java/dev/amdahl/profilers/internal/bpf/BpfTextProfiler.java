package dev.amdahl.profilers.internal.bpf;

import dev.amdahl.profilers.internal.TextPrefix;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;

/**
 * Reads the text that bpftrace and the tools of bcc print: histograms of runqlat, cpudist, biolatency and of any map, counts, and stacks
 * of offcputime and profile, as trees or folded. The outputs may stand among prose and commands, which are skipped and counted. A
 * histogram tells bounds: {@code run_queue_wait_p99_upper_seconds} is the upper bound of the bucket that holds the quantile. Thread-safe.
 */
public final class BpfTextProfiler implements Profiler {
    static final String NAME = "bpf-text";

    @Override
    public boolean reads(Artifact artifact) {
        return TextPrefix.lines(artifact).stream().anyMatch(BpfTextProfiler::isOutput);
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        return new BpfTextReader(artifact, limits).read();
    }

    private static boolean isOutput(String line) {
        boolean isStacks = ToolRun.of(line)
                .filter(run -> !run.isCommand())
                .filter(run -> run.tool() != BpfTool.OTHER)
                .isPresent();
        return isStacks
                || BccRow.unit(line).isPresent()
                || BpftraceRow.of(line).isPresent()
                || MapLine.of(line).filter(MapLine::isOutput).isPresent();
    }
}
