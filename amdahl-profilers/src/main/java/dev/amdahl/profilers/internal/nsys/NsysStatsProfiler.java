package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.profilers.internal.TextPrefix;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.util.regex.Pattern;

/**
 * Reads what {@code nsys stats --format csv} printed, one report or several after one another: sums of kernels ({@code
 * cuda_gpu_kern_sum}), of copies by time and size ({@code cuda_gpu_mem_time_sum, cuda_gpu_mem_size_sum}), of CUDA calls ({@code
 * cuda_api_sum}) and of system calls ({@code osrt_sum}), in any unit of time that the header names. Sums have no times of day, so
 * there is no timeline and no idle time. Thread-safe.
 */
public final class NsysStatsProfiler implements Profiler {
    static final String NAME = "nsys-stats";

    private static final Pattern HEADER = Pattern.compile(
            "(?m)^\uFEFF?\"?Time ?\\(%\\)\"?,\"?Total Time|^\uFEFF?\"?Total \\([KMG]?i?B\\)\"?,\"?Count");

    @Override
    public boolean reads(Artifact artifact) {
        return HEADER.matcher(TextPrefix.of(artifact)).find();
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        return new NsysStats(artifact, limits).read();
    }
}
