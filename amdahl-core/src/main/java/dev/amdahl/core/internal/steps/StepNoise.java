package dev.amdahl.core.internal.steps;

import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import java.util.Arrays;
import java.util.Optional;

/**
 * How the times of an unchanged run's steps vary after its warm-up.
 *
 * @param cut steps that warm up
 * @param steps how many follow
 * @param deviation standard deviation of the logarithm of a step's seconds
 * @param correlation of a step's time with that of the step before it
 */
public record StepNoise(int cut, int steps, double deviation, double correlation) {
    private static final String DEVIATION = "steady.deviation";
    private static final String CORRELATION = "steady.correlation";
    private static final double MAX_CORRELATION = .99;

    /** Returns the noise of a log after a cut; empty if its steps took no time. */
    static Optional<StepNoise> of(StepLog log, int cut) {
        double[] logs = new double[log.size() - cut];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = Math.log(log.seconds(cut + i) / Math.max(1, log.work(cut + i)));
        }
        if (logs.length < 2 || !Arrays.stream(logs).allMatch(Double::isFinite)) {
            return Optional.empty();
        }
        double mean = Summary.mean(logs);
        double squares = 0;
        double products = 0;
        for (int i = 0; i < logs.length; i++) {
            squares += (logs[i] - mean) * (logs[i] - mean);
            products += i == 0 ? 0 : (logs[i] - mean) * (logs[i - 1] - mean);
        }
        double correlation = squares == 0 ? 0 : Math.max(0, Math.min(MAX_CORRELATION, products / squares));
        return Optional.of(new StepNoise(cut, logs.length, Math.sqrt(squares / (logs.length - 1)), correlation));
    }

    /** Returns the arm with these figures among its metrics. */
    ArmResult recordedOn(ArmResult arm) {
        return arm.metric(DEVIATION, deviation).metric(CORRELATION, correlation);
    }

    /** Returns the noise that is recorded of an arm; empty where there is none. */
    public static Optional<StepNoise> of(ArmResult arm) {
        Double deviation = arm.metrics().get(DEVIATION);
        Double correlation = arm.metrics().get(CORRELATION);
        return deviation == null || correlation == null
                ? Optional.empty()
                : Optional.of(new StepNoise(
                        (int) SteadyPart.cut(arm).orElse(0),
                        (int) SteadyPart.steps(arm).orElse(0),
                        deviation,
                        correlation));
    }

    /** Returns how many steps it takes until a step's time says little (1/e) of that of another. */
    public int memory() {
        return correlation <= 0 ? 1 : (int) Math.ceil(-1 / Math.log(correlation));
    }

    /** Returns the standard deviation of the log ratio of the means of two windows of so many steps that count each. */
    public double ofPair(int counted) {
        double variance = deviation * deviation * (1 + correlation) / (1 - correlation) / Math.max(1, counted);
        return Math.sqrt(2 * variance);
    }
}
