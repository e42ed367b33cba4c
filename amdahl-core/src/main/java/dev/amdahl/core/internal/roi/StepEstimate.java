package dev.amdahl.core.internal.roi;

import dev.amdahl.core.internal.stats.StudentT;
import dev.amdahl.core.stats.Summary;
import java.util.List;
import java.util.Optional;

/**
 * By how much the mean logarithm of what a run held moved from one stretch of time to a later one.
 *
 * @param change the later mean less the earlier one; of it, with controls, what they did not do as well
 * @param error its standard error
 * @param degrees of freedom of that error
 * @param controls families without the change that it was held against; 0 for none
 */
public record StepEstimate(double change, double error, double degrees, int controls) {
    private static final double UPPER = .975;
    private static final int MIN_RUNS = 2;
    private static final int MIN_CONTROLS = 3;

    /** Of independent runs that vary differently before and after (Welch); empty with fewer than two runs on either side. */
    public static Optional<StepEstimate> of(RealizedSaving.Sample before, RealizedSaving.Sample after) {
        if (before.runs() < MIN_RUNS || after.runs() < MIN_RUNS) {
            return Optional.empty();
        }
        double first = before.deviationLog() * before.deviationLog() / before.runs();
        double then = after.deviationLog() * after.deviationLog() / after.runs();
        double both = first + then;
        double degrees = both > 0
                ? both * both / (first * first / (before.runs() - 1) + then * then / (after.runs() - 1))
                : before.runs() + after.runs() - MIN_RUNS;
        return Optional.of(new StepEstimate(after.meanLog() - before.meanLog(), Math.sqrt(both), degrees, 0));
    }

    /**
     * Sets the difference from what families without the change did over the same stretches. Families move by themselves, and this one may
     * have moved as far as they differ, so that their spread is part of the error and their number limits its degrees of freedom (Donald
     * and Lang, Inference with Difference-in-Differences and Other Panel Data, 2007). The same with fewer than three of them.
     */
    public StepEstimate against(List<StepEstimate> families) {
        int count = families.size();
        if (count < MIN_CONTROLS) {
            return this;
        }
        double[] changes = families.stream().mapToDouble(StepEstimate::change).toArray();
        double spread = Summary.standardDeviation(changes);
        return new StepEstimate(
                change - Summary.mean(changes),
                Math.sqrt(error * error + spread * spread * (1 + 1.0 / count)),
                Math.min(degrees, count - 1),
                count);
    }

    /** Returns its 95 % interval. */
    public Range interval() {
        double margin = error > 0 ? StudentT.quantile(UPPER, degrees) * error : 0;
        return new Range(change - margin, change, change + margin);
    }
}
