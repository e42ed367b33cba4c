package dev.amdahl.core.ledger.entry;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The collected result of a run, and what was derived from its files.
 *
 * @param host where it ran; empty text when unknown
 * @param arms in order of running
 * @param logRatio log(variant / baseline) of the metric, in the roles that were drawn, for a noise run too; empty if it could not be measured
 * @param mismatches paths of declared outputs that differ between the arms by their rule
 * @param voidReason why the measurement does not count although it ran; empty if it is sound
 * @param acceleratorSeconds what the run held
 * @param voidArms the places, from 0, of the arms for whose circumstances it does not count; empty if for none in particular
 * @param windows pairs of windows of one run that switched the change on and off; empty for any other run
 * @param saving of a traced run with a change, how its time differs from that of the unchanged job; empty otherwise
 * @param recheck of a block that was run once more, how the first time compares with it; empty otherwise
 */
public record RunResult(
        String host,
        List<ArmResult> arms,
        OptionalDouble logRatio,
        List<String> mismatches,
        Optional<String> voidReason,
        double acceleratorSeconds,
        List<Integer> voidArms,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Recheck> recheck,
        List<WindowPair> windows,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Saving> saving) {
    private static final String NOT_MEASURED = " not measured: ";
    private static final Pattern OF_NODES = Pattern.compile("of \\d+ nodes the slowest is .*|accelerators by node: .*");
    private static final int MAX_NOTE = 300;

    /**
     * The comparison of a disputed trial's arms with the baseline of the block that repeats it on the same seed.
     *
     * @param baselineDiffers whether its baseline did otherwise than this one: the unchanged job does not repeat itself
     * @param variantDiffers whether its variant did
     */
    public record Recheck(boolean baselineDiffers, boolean variantDiffers) {}

    /**
     * Where the time went in a traced run of each arm, in seconds of an accelerator.
     *
     * @param before of the unchanged job
     * @param after of the job with the change
     * @param isPerStep whether the seconds are those of a step, as both runs mark their steps, or those of the traces
     * @param classes parts that add up to both; none that is 0 in both
     */
    public record Saving(double before, double after, boolean isPerStep, List<ClassSeconds> classes) {
        public Saving {
            classes = List.copyOf(classes);
        }

        /** Seconds of one class. */
        public record ClassSeconds(Bottleneck bottleneck, double before, double after) {}
    }

    /**
     * Two neighboring windows of one run.
     *
     * @param pair from 1, in order of running
     * @param isVariantFirst the drawn order
     * @param baseline seconds of a work unit, or of a step where none are counted, in the window without the change
     * @param variant the same in the window with it
     * @param baselineSeconds how long the counted steps of the window without the change took
     * @param variantSeconds the same of the window with it
     * @param baselineHalves log ratio of the second half of the window without the change to its first half
     * @param variantHalves the same of the window with it
     */
    public record WindowPair(
            int pair,
            boolean isVariantFirst,
            double baseline,
            double variant,
            double baselineSeconds,
            double variantSeconds,
            double baselineHalves,
            double variantHalves) {}

    public RunResult {
        windows = List.copyOf(windows);
        arms = List.copyOf(arms);
        mismatches = List.copyOf(mismatches);
        voidArms = List.copyOf(voidArms);
    }

    /** Returns a result that is void for no arm in particular, or sound. */
    public RunResult(
            String host,
            List<ArmResult> arms,
            OptionalDouble logRatio,
            List<String> mismatches,
            Optional<String> voidReason,
            double acceleratorSeconds) {
        this(
                host,
                arms,
                logRatio,
                mismatches,
                voidReason,
                acceleratorSeconds,
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    /** Returns the same with where a traced run with a change saves time. */
    public RunResult saving(Saving found) {
        return new RunResult(
                host,
                arms,
                logRatio,
                mismatches,
                voidReason,
                acceleratorSeconds,
                voidArms,
                recheck,
                windows,
                Optional.of(found));
    }

    /**
     * Returns what a ledger keeps of an arm: figures that are finite, and of its notes the first that says what was not measured and those
     * that compare its nodes, cut at {@value #MAX_NOTE} characters.
     */
    public static ArmResult kept(ArmResult arm) {
        return arm.finite()
                .notes(Stream.concat(
                                arm.notes().stream()
                                        .filter(note -> note.contains(NOT_MEASURED))
                                        .limit(1),
                                arm.notes().stream()
                                        .filter(note -> OF_NODES.matcher(note).matches())
                                        .limit(2))
                        .map(note -> note.substring(0, Math.min(MAX_NOTE, note.length())))
                        .toList());
    }

    /** As events hold it, without secrets. */
    public String json() {
        return EntryCodec.write(EntryCodec.withoutSecrets(this));
    }
}
