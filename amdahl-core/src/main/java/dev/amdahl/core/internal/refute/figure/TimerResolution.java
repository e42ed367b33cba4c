package dev.amdahl.core.internal.refute.figure;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.MetricValues;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.stats.Summary;
import java.util.Arrays;

/** Fires if the effect is not larger than what the timer can tell: it is rounding, not time. */
final class TimerResolution implements Check {
    private static final double[] TICKS = {60, 1, .1, .01, .001};

    @Override
    public String name() {
        return "clock granularity";
    }

    @Override
    public boolean applies(Sample sample) {
        return MetricValues.isSeconds(sample.evidence().plan().metric())
                && MetricValues.of(sample).isPresent();
    }

    @Override
    public Finding examine(Sample sample) {
        double[][] seconds = MetricValues.of(sample).orElseThrow();
        double[] all = concatenate(seconds[0], seconds[1]);
        double tick = tick(all);
        if (tick == 0) {
            return Finding.clear();
        }
        double[] differences = new double[seconds[0].length];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = seconds[1][i] - seconds[0][i];
        }
        double ticks = Math.abs(Summary.mean(differences)) / tick;
        if (ticks < 1) {
            return Finding.fired("the mean difference is below one tick of the timer", ticks, 1);
        }
        double typical =
                Summary.median(Arrays.stream(differences).map(Math::abs).toArray()) / tick;
        long distinct = Arrays.stream(all)
                .map(value -> Math.rint(value / tick))
                .distinct()
                .count();
        return typical < 2 && distinct <= Math.max(3, sample.size() / 4)
                ? Finding.fired("the timer shows only " + distinct + " different values", typical, 2)
                : Finding.clear(typical, 2);
    }

    /** Returns the coarsest tick that all values are multiples of; 0 if none. */
    private static double tick(double[] values) {
        for (double tick : TICKS) {
            if (Arrays.stream(values)
                    .allMatch(value ->
                            Math.rint(value / tick) >= 1 && Math.abs(value / tick - Math.rint(value / tick)) < 1e-6)) {
                return tick;
            }
        }
        return 0;
    }

    private static double[] concatenate(double[] first, double[] second) {
        double[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
