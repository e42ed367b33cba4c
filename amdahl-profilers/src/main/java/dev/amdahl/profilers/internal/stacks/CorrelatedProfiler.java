package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.profilers.internal.TextPrefix;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads stacks of the host joined with the kernels that they launched: JSON lines, the first
 * {@code {"format":"amdahl.correlated-stacks/1","clock":"epoch"}} ({@code "monotonic"} or no clock: times cannot be laid over wall
 * times). Then, in any order, a line per kernel with its stack, or, as tools see them, launches and kernels apart, which are joined
 * by process and correlation (one launch may start many kernels):
 *
 * <pre>
 * {"stack":["main","step","cudaLaunchKernel"],"kernel":"gemm","correlation":17,"start_ns":5,"end_ns":9,"device":0,"stream":7}
 * {"stack":["main","step","cudaLaunchKernel"],"correlation":18,"pid":4,"tid":4,"time_ns":11,"end_ns":12}
 * {"kernel":"gemm","correlation":18,"pid":4,"start_ns":15,"end_ns":19,"device":0,"stream":7}
 * </pre>
 *
 * Frames stand outermost first; a stack may also be one folded text. Thread-safe.
 */
public final class CorrelatedProfiler implements Profiler {
    static final String NAME = "correlated-stacks";
    static final String FORMAT = "amdahl.correlated-stacks/1";

    private static final Pattern HEADER =
            Pattern.compile("^\\s*\\{\\s*\"format\"\\s*:\\s*\"" + Pattern.quote(FORMAT) + "\"");

    @Override
    public boolean reads(Artifact artifact) {
        List<String> lines = TextPrefix.lines(artifact);
        return !lines.isEmpty() && HEADER.matcher(lines.get(0)).find();
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        return new CorrelatedReader(artifact, limits).read();
    }
}
