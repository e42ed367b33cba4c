package dev.amdahl.profilers.internal.nsight;

import dev.amdahl.profilers.internal.FileProfile;
import dev.amdahl.profilers.internal.TextPrefix;
import dev.amdahl.profilers.internal.capture.Scripts;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Attachment;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads what {@code ncu --csv} printed: the table of sections or the raw one, with the tool's own lines and the program's output
 * around it, rules, ragged rows and thousands commas; and one kernel's metrics kept as JSON. Counters are {@code sm_util,
 * dram_util, tensor_util} (shares), {@code occupancy_pct, l2_hit_pct, long_scoreboard_stall_pct} and others, each a mean over the
 * profiled kernels by their time; the {@code _bound_kernel_frac} are the shares of that time in each roofline class. It has no
 * timeline: the tool replays kernels one by one, and their times are not those of the job. It does not read {@code .ncu-rep}.
 * Thread-safe.
 */
public final class NcuProfiler implements Profiler {
    static final String NAME = "ncu";

    private static final Pattern TABLE = Pattern.compile("(?m)^\uFEFF?\"ID\",.{0,400}\"Kernel Name\"");
    private static final Pattern JSON = Pattern.compile("^\uFEFF?\\s*\\{[^\\[]*\"ncu_profile\"\\s*:");

    @Override
    public boolean reads(Artifact artifact) {
        String prefix = TextPrefix.of(artifact);
        return TABLE.matcher(prefix).find() || isJson(prefix);
    }

    static boolean isJson(String prefix) {
        return JSON.matcher(prefix).find();
    }

    @Override
    public Optional<Attachment> attachment() {
        return Scripts.around("ncu", 5);
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        NcuReport report = NcuReport.read(artifact, limits);
        List<HotFrame> frames = new ArrayList<>();
        for (NcuKernel kernel : report.kernels()) {
            Double nanos = kernel.durationNanos();
            if (nanos != null && report.isTimed()) {
                frames.add(new HotFrame(kernel.name(), nanos / 1e9));
            }
        }
        return new FileProfile(NAME, artifact, Optional.empty(), report.counters(), frames, NcuFindings.of(report));
    }
}
