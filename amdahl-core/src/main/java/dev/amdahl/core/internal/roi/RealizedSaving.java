package dev.amdahl.core.internal.roi;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/**
 * What a family's later runs saved, measured against its runs before the first promotion, beside what was projected. Later runs are
 * no experiment: inputs and load may differ, so this checks a projection and proves nothing; families without a promotion take out
 * what all of them did over the same time.
 *
 * @param projected saved share by the experiments
 * @param realised saved share by the later runs, with a 95 % interval
 * @param hours accelerator-hours saved in those runs
 * @param runs how many later runs it rests on
 * @param coverage those runs over the ones that were expected; empty where nobody says how often the job runs
 * @param weeks over which those runs were looked for
 * @param controls families without a promotion that it was held against; 0 for none
 */
public record RealizedSaving(
        Range projected, Range realised, Range hours, int runs, OptionalDouble coverage, double weeks, int controls) {

    /**
     * Runs of one stretch of time, by the logarithm of what each held.
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
     * Returns the saving; empty with fewer than two runs on either side.
     *
     * @param weeks over which the later runs were looked for
     * @param runsPerWeek how many there should have been in each; empty if nobody says
     * @param controls what families without a promotion did over the same time
     */
    public static Optional<RealizedSaving> of(
            Sample before,
            Sample after,
            Range projected,
            double weeks,
            OptionalDouble runsPerWeek,
            List<StepEstimate> controls) {
        return StepEstimate.of(before, after)
                .map(step -> step.against(controls))
                .map(step -> new RealizedSaving(
                        projected,
                        falling(step.interval(), log -> -Math.expm1(log)),
                        falling(step.interval(), log -> after.acceleratorHours() * Math.expm1(-log)),
                        after.runs(),
                        runsPerWeek.orElse(0) * weeks > 0
                                ? OptionalDouble.of(after.runs() / (runsPerWeek.getAsDouble() * weeks))
                                : OptionalDouble.empty(),
                        weeks,
                        step.controls()));
    }

    /** Accelerator-hours a week that the runs which were seen saved; those that were not seen saved nothing here. */
    public Range hoursPerWeek() {
        return hours.map(saved -> weeks > 0 ? saved / weeks : 0);
    }

    private static Range falling(Range range, DoubleUnaryOperator decreasing) {
        return new Range(
                decreasing.applyAsDouble(range.high()),
                decreasing.applyAsDouble(range.expected()),
                decreasing.applyAsDouble(range.low()));
    }
}
