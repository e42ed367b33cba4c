package dev.amdahl.core.roi;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/**
 * What a family's later runs saved, measured against its runs before the first promotion, beside what was projected. Later runs are
 * no experiment: inputs and load may differ, so this checks a projection and proves nothing. Immutable.
 *
 * @param projected saved share by the experiments
 * @param realised saved share by the later runs, with a 95 % interval
 * @param hours accelerator-hours saved in those runs
 * @param runs how many later runs it rests on
 * @param coverage those runs over the ones that were expected; empty where nobody says how often the job runs
 */
public record RealisedSaving(Range projected, Range realised, Range hours, int runs, OptionalDouble coverage) {
    private static final double QUANTILE = 1.959963984540054;
    private static final int FEWEST = 2;

    /**
     * Runs of one stretch of time, by the logarithm of what each held. Immutable.
     *
     * @param runs how many
     * @param meanLog mean of the logarithm
     * @param deviationLog its standard deviation
     * @param acceleratorHours what they held together
     */
    public record Sample(int runs, double meanLog, double deviationLog, double acceleratorHours) {

        /** Several stretches as one; empty without runs. */
        public static Optional<Sample> pooled(List<Sample> parts) {
            int runs = parts.stream().mapToInt(Sample::runs).sum();
            if (runs == 0) {
                return Optional.empty();
            }
            double mean =
                    parts.stream().mapToDouble(part -> part.runs * part.meanLog).sum() / runs;
            double squares = parts.stream()
                    .mapToDouble(part -> Math.max(0, part.runs - 1) * part.deviationLog * part.deviationLog
                            + part.runs * (part.meanLog - mean) * (part.meanLog - mean))
                    .sum();
            return Optional.of(new Sample(
                    runs,
                    mean,
                    runs > 1 ? Math.sqrt(squares / (runs - 1)) : 0,
                    parts.stream().mapToDouble(Sample::acceleratorHours).sum()));
        }
    }

    /**
     * The saving; empty with fewer than two runs on either side.
     *
     * @param expectedRuns how many later runs there should have been
     */
    public static Optional<RealisedSaving> of(
            Sample before, Sample after, Range projected, OptionalDouble expectedRuns) {
        if (before.runs() < FEWEST || after.runs() < FEWEST) {
            return Optional.empty();
        }
        double change = after.meanLog() - before.meanLog();
        double margin = QUANTILE
                * Math.sqrt(before.deviationLog() * before.deviationLog() / before.runs()
                        + after.deviationLog() * after.deviationLog() / after.runs());
        Range logs = new Range(change - margin, change, change + margin);
        return Optional.of(new RealisedSaving(
                projected,
                falling(logs, log -> -Math.expm1(log)),
                falling(logs, log -> after.acceleratorHours() * Math.expm1(-log)),
                after.runs(),
                expectedRuns.isPresent() && expectedRuns.getAsDouble() > 0
                        ? OptionalDouble.of(after.runs() / expectedRuns.getAsDouble())
                        : OptionalDouble.empty()));
    }

    private static Range falling(Range range, DoubleUnaryOperator decreasing) {
        return new Range(
                decreasing.applyAsDouble(range.high()),
                decreasing.applyAsDouble(range.expected()),
                decreasing.applyAsDouble(range.low()));
    }
}
