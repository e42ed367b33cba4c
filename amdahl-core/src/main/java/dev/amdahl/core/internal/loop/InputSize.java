package dev.amdahl.core.internal.loop;

import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.hypothesis.FieldTrials;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How the seconds of a scheduled run follow the size of its input: log seconds rise by the slope times log size. The slope is that of the
 * pairs of unchanged runs that were measured before, through the origin, drawn towards 1. Whatever it is, exchanging the halves of a pair turns the
 * sign of its adjusted log ratio, so that the sign stays a fair coin without an effect.
 *
 * @param metric by which runs report the size
 * @param slope of log seconds on log size
 */
public record InputSize(String metric, double slope) {
    /** Weight of slope 1: the variance of a pair, .05 squared, over that of the slope, .5 squared. */
    private static final double WEIGHT = .01;

    /** Returns that of a pair of scheduled runs that count no work; empty if the job declares none. */
    public static Optional<InputSize> of(Cycle cycle, RunPlan plan, ArmResult arm) {
        return plan.runs() == Design.FIELD && arm.workUnits().isEmpty()
                ? cycle.setup()
                        .job(plan.family())
                        .flatMap(job -> job.field()
                                .flatMap(FieldTrials::size)
                                .map(metric -> new InputSize(metric, slope(cycle.view(), job, metric))))
                : Optional.empty();
    }

    private static double slope(LedgerView view, JobSpec job, String metric) {
        double products = WEIGHT;
        double squares = WEIGHT;
        for (Run run : view.measurements(job.family())) {
            boolean counts = run.plan().purpose() == RunPurpose.NOISE
                    && run.plan().runs() == Design.FIELD
                    && run.state() == RunState.COLLECTED
                    && !Trials.isVoid(run);
            List<ArmResult> arms = counts ? run.result().orElseThrow().arms() : List.of();
            if (arms.size() == 2) {
                OptionalDouble size = ratio(metric, arms.get(0), arms.get(1));
                double seconds = Math.log(arms.get(1).wallSeconds().orElse(Double.NaN)
                        / arms.get(0).wallSeconds().orElse(Double.NaN));
                if (size.isPresent() && Double.isFinite(seconds)) {
                    products += size.getAsDouble() * seconds;
                    squares += size.getAsDouble() * size.getAsDouble();
                }
            }
        }
        return products / squares;
    }

    /** Returns the log ratio of two sizes; empty where one was not reported. */
    private static OptionalDouble ratio(String metric, ArmResult first, ArmResult second) {
        double ratio =
                second.metrics().getOrDefault(metric, 0.0) / first.metrics().getOrDefault(metric, 0.0);
        return ratio > 0 && Double.isFinite(ratio) ? OptionalDouble.of(Math.log(ratio)) : OptionalDouble.empty();
    }

    /** Returns a log ratio as it would be on inputs of one size; empty where a size was not reported. */
    public OptionalDouble adjusted(OptionalDouble d, ArmResult baseline, ArmResult variant) {
        OptionalDouble size = ratio(metric, baseline, variant);
        return d.isPresent() && size.isPresent()
                ? OptionalDouble.of(d.getAsDouble() - slope * size.getAsDouble())
                : OptionalDouble.empty();
    }
}
