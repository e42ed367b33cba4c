package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Sums the folded stacks of one file. Not thread-safe, used once. */
final class FoldedReader {
    /** How tools that join host stacks with kernels mark the kernel. */
    private static final String KERNEL = "[GPU_Kernel]";

    private final Artifact artifact;
    private final ProfileLimits limits;
    private final StackTotals totals = new StackTotals();
    private final List<String> findings = new ArrayList<>();
    private Weight unit = Weight.SAMPLES;
    private double seconds = 1;
    private long stacks;
    private long skipped;
    private long onDevice;
    private double scheduled;
    private double all;

    FoldedReader(Artifact artifact, ProfileLimits limits) {
        this.artifact = artifact;
        this.limits = limits;
    }

    Profile read() {
        String name = (artifact.role() + " " + artifact.path().getFileName()).toLowerCase(Locale.ROOT);
        if (name.contains("offcpu") || name.contains("off-cpu")) {
            microsecondsOffProcessor();
            findings.add("taken as microseconds off the processor, by the name");
        }
        try (TextLines lines = TextLines.open(artifact, limits)) {
            for (String line = lines.nextWhole(); line != null; line = lines.nextWhole()) {
                take(line, lines);
            }
            if (stacks == 0) {
                throw lines.invalidFile("no folded stack", "give lines of frames joined by semicolons and a count");
            }
            skipped += lines.longLines();
        }
        if (skipped > 0) {
            findings.add("skipped " + Plurals.of(skipped, "line") + ": no folded stack, or too long");
        }
        if (onDevice > 0) {
            findings.add(Plurals.of(onDevice, "stack", "ends", "end")
                    + " in a device kernel: the weight, launches or device time as the tool counts it,"
                    + " is given to the host frame that launched it");
        } else if (unit == Weight.SAMPLES) {
            unknownUnit();
        }
        findings.addAll(totals.findings());
        return new SampledProfile(
                artifact, FoldedProfiler.NAME, Optional.empty(), totals.counters(), totals.hotFrames(), findings);
    }

    private void take(String line, TextLines lines) {
        if (line.isBlank()) {
            return;
        }
        if (line.startsWith("#")) {
            comment(line.substring(1).strip().toLowerCase(Locale.ROOT), lines);
            return;
        }
        Optional<FoldedLine> stack = FoldedLine.of(line);
        if (stack.isEmpty()) {
            skipped++;
            return;
        }
        stacks++;
        FoldedLine folded = stack.get();
        int depth = folded.frames().size();
        String leaf = folded.frames().get(depth - 1);
        if (leaf.startsWith(KERNEL) && depth > 1) {
            onDevice++;
            totals.samplesAreNotProcessorTime();
            totals.add(
                    List.of(HostFrames.launcher(folded.frames().subList(0, depth - 1))),
                    folded.count(),
                    Weight.SAMPLES);
            return;
        }
        all += folded.count();
        scheduled += WaitReason.isScheduler(leaf) ? folded.count() : 0;
        totals.add(folded.frames(), folded.count() * seconds, unit);
    }

    private void comment(String text, TextLines lines) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            return;
        }
        String key = text.substring(0, colon).strip();
        String value = text.substring(colon + 1).strip();
        if (stacks > 0 && (key.equals("unit") || key.equals("frequency"))) {
            throw lines.invalid("the " + key + " follows stacks", "put it above the first stack");
        }
        if (key.equals("unit") && (value.equals("microseconds") || value.equals("us"))) {
            microsecondsOffProcessor();
        } else if (key.equals("frequency") && value.matches("[1-9]\\d{0,5}( ?hz)?")) {
            unit = Weight.ON_CPU_SECONDS;
            seconds = 1 / Double.parseDouble(value.replaceAll("[^0-9]", ""));
        } else if (key.equals("frequency") || (key.equals("unit") && !value.equals("samples"))) {
            throw lines.invalid(
                    "the " + key + " is '" + value.substring(0, Math.min(40, value.length())) + "'",
                    "write '# unit: samples', '# unit: microseconds' or '# frequency: 99'");
        }
    }

    private void microsecondsOffProcessor() {
        unit = Weight.OFF_CPU_SECONDS;
        seconds = 1e-6;
    }

    private void unknownUnit() {
        if (scheduled * 2 > all) {
            totals.samplesAreNotProcessorTime();
            findings.add("most stacks end in the scheduler: this looks like time off the processor; name the file so,"
                    + " or put '# unit: microseconds' into it");
        } else {
            findings.add("taken as samples of processor time: the file does not say what it counts");
        }
    }
}
