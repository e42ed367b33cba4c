package dev.amdahl.core.internal.refine;

import dev.amdahl.core.internal.stats.Binomial;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.refine.Speedup;
import java.util.Arrays;

/**
 * Times of baseline and candidate on the same inputs, pair by pair: the Hodges-Lehmann ratio with its interval, and the sign test, which
 * holds for any noise that treats both alike.
 */
public final class PairedTimes {
    private static final double CONFIDENCE = .95;

    private PairedTimes() {}

    /**
     * Returns what the pairs say.
     *
     * @throws IllegalArgumentException if there is no pair, or a time is not above zero
     */
    public static Speedup speedup(double[] baseline, double[] candidate) {
        if (baseline.length == 0
                || baseline.length != candidate.length
                || !areTimes(baseline)
                || !areTimes(candidate)) {
            throw new IllegalArgumentException("no pairs of times: " + baseline.length + " and " + candidate.length);
        }
        double[] gains = new double[baseline.length];
        int wins = 0;
        int untied = 0;
        for (int i = 0; i < gains.length; i++) {
            gains[i] = Math.log(baseline[i] / candidate[i]);
            wins += gains[i] > 0 ? 1 : 0;
            untied += gains[i] == 0 ? 0 : 1;
        }
        HodgesLehmann centre = HodgesLehmann.of(gains);
        Interval interval = centre.interval(CONFIDENCE);
        double p = untied == 0 ? 1 : Binomial.atLeast(wins, untied, .5);
        return new Speedup(
                Summary.median(baseline),
                Summary.median(candidate),
                Math.exp(centre.estimate()),
                Math.exp(interval.lower()),
                Math.exp(interval.upper()),
                Math.min(1, p),
                gains.length);
    }

    private static boolean areTimes(double[] seconds) {
        return Arrays.stream(seconds).allMatch(second -> second > 0 && Double.isFinite(second));
    }
}
