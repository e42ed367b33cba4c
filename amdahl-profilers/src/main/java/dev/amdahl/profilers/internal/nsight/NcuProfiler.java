package dev.amdahl.profilers.internal.nsight;

import dev.amdahl.profilers.internal.FileProfile;
import dev.amdahl.profilers.internal.TextPrefix;
import dev.amdahl.profilers.internal.capture.Scripts;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Attachment;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    private static final int MAX_KERNELS = 10;

    private static final int MAX_RULES = 6;

    private static final int MAX_NAME = 100;

    private static final int MAX_TEXT = 200;

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
        return new FileProfile(NAME, artifact, Optional.empty(), report.counters(), frames, findings(report));
    }

    /** Says what the counters and rules of the longest kernels mean. */
    private static List<String> findings(NcuReport report) {
        List<String> findings = new ArrayList<>(report.oddities());
        if (!report.isTimed()) {
            findings.add("no duration of every launch: means count each launch alike");
        }
        for (NcuKernel kernel : report.kernels().stream().limit(MAX_KERNELS).toList()) {
            String name = cut(kernel.name(), MAX_NAME);
            kernel.roofline().ifPresent(kind -> findings.add(bound(kernel, name, kind)));
            kernel.rules().stream()
                    .filter(rule -> rule.type().equals("OPT"))
                    .limit(MAX_RULES)
                    .forEach(rule -> findings.add(rule(kernel, name, rule)));
        }
        if (report.kernels().size() > MAX_KERNELS) {
            findings.add(Plurals.of(report.kernels().size() - MAX_KERNELS, "shorter kernel", "is", "are")
                    + " not described");
        }
        return findings;
    }

    private static String bound(NcuKernel kernel, String name, RooflineClass kind) {
        StringBuilder text = new StringBuilder("kernel " + name);
        Double share = kernel.share();
        if (share != null) {
            text.append(percent(" (%.1f %% of the profiled kernel time)", 100 * share));
        }
        text.append(": ").append(kind.words()).append(", ");
        text.append(
                NcuMetric.SM.percent(kernel).isPresent()
                        ? "multiprocessors"
                        : "busiest pipe of active multiprocessors");
        text.append(percent(" at %.1f %%", kernel.computePercent().orElse(Double.NaN)));
        kernel.memoryPercent().ifPresent(memory -> text.append(percent(", memory system at %.1f %%", memory)));
        NcuMetric.DRAM.percent(kernel).ifPresent(dram -> text.append(percent(", device memory at %.1f %%", dram)));
        text.append(" of peak");
        if (!kernel.hasDram()) {
            text.append(" (the share of device memory is not in the file)");
        }
        return text.append(" [").append(kind.bottleneck()).append(']').toString();
    }

    private static String rule(NcuKernel kernel, String name, NcuRule rule) {
        StringBuilder text = new StringBuilder("kernel " + name + ": rule " + cut(rule.name(), MAX_NAME));
        Double speedup = rule.speedupPercent();
        if (speedup == null) {
            return text.append(": ").append(cut(rule.text(), MAX_TEXT)).toString();
        }
        if (!rule.isGlobal()) {
            return text.append(percent(" estimates %.1f %% of the part it addresses: ", speedup))
                    .append(cut(rule.text(), MAX_TEXT))
                    .toString();
        }
        text.append(percent(" estimates %.1f %% of the kernel's time", speedup));
        Double share = kernel.share();
        if (share != null && speedup * share < 100) {
            text.append(percent(", at most %.3fx over the profiled kernels", 1 / (1 - share * speedup / 100)));
        }
        return text.append(": ").append(cut(rule.text(), MAX_TEXT)).toString();
    }

    private static String percent(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length) + "…";
    }
}
