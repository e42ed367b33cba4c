package dev.amdahl.core.internal.steps;

import dev.amdahl.core.internal.steps.StepLog.UnusableException;
import dev.amdahl.spi.experiment.ArmResult;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The steps of a run after its warm-up.
 *
 * @param cut steps at the start that are left out
 * @param steps how many count
 * @param seconds of those
 * @param units work units of those; their number where the job counts none
 */
public record SteadyPart(int cut, int steps, double seconds, double units) {
    /** Fewer steps are no steady part. */
    public static final int MIN_STEPS = 10;

    private static final String PREFIX = "steady.";
    private static final String FIGURE = PREFIX + "seconds_per_unit";
    private static final String CUT = PREFIX + "cut";
    private static final String STEPS = PREFIX + "steps";
    private static final String SECONDS = PREFIX + "seconds";

    /**
     * Returns the steady part of a log.
     *
     * @param cut steps at the start that are left out
     * @throws UnusableException if too few steps are left, or they took no time
     */
    public static SteadyPart of(StepLog log, int cut) throws UnusableException {
        int steps = log.size() - cut;
        if (steps < MIN_STEPS) {
            throw new UnusableException("it ended after " + log.size() + " steps: at least " + (cut + MIN_STEPS)
                    + " are needed, of which the first " + cut + " warm up");
        }
        double seconds = 0;
        double units = 0;
        for (int i = cut; i < log.size(); i++) {
            seconds += log.seconds(i);
            units += log.work(i);
        }
        if (!(seconds > 0 && units > 0)) {
            throw new UnusableException("its steps took no time, or did no work");
        }
        return new SteadyPart(cut, steps, seconds, units);
    }

    /** Returns the arm with these figures among its metrics, as the ledger keeps them. */
    public ArmResult recordedOn(ArmResult arm) {
        return without(arm)
                .metric(FIGURE, seconds / units)
                .metric(CUT, cut)
                .metric(STEPS, steps)
                .metric(SECONDS, seconds);
    }

    /** Returns the same with how its steps vary, by the log that it is of. */
    public ArmResult recordedOn(ArmResult arm, StepLog log) {
        ArmResult recorded = recordedOn(arm);
        return StepNoise.of(log, cut).map(noise -> noise.recordedOn(recorded)).orElse(recorded);
    }

    /** Returns the arm without metrics of these names: only this library writes them. */
    public static ArmResult without(ArmResult arm) {
        Map<String, Double> others = new HashMap<>(arm.metrics());
        return others.keySet().removeIf(name -> name.startsWith(PREFIX)) ? arm.metrics(others) : arm;
    }

    /** Returns the seconds of a work unit in the steady part of an arm; empty where it has none. */
    public static OptionalDouble figure(ArmResult arm) {
        return metric(arm, FIGURE);
    }

    /** Returns how many steps of an arm were left out; empty where it has no steady part. */
    public static OptionalDouble cut(ArmResult arm) {
        return metric(arm, CUT);
    }

    /** Returns how many steps of an arm count; empty where it has no steady part. */
    public static OptionalDouble steps(ArmResult arm) {
        return metric(arm, STEPS);
    }

    /** Returns how long the steady part of an arm took; empty where it has none. */
    public static OptionalDouble seconds(ArmResult arm) {
        return metric(arm, SECONDS);
    }

    private static OptionalDouble metric(ArmResult arm, String name) {
        Double value = arm.metrics().get(name);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
