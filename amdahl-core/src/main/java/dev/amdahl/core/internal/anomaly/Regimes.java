package dev.amdahl.core.internal.anomaly;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.internal.stats.StudentT;
import dev.amdahl.core.stats.Summary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The regimes of a baseline series: hierarchical E-divisive candidates, of which the weakest is dropped until each that is
 * left passes a t-test between its neighbours (Fleming et al. 2023). Never compare runs across a boundary. Immutable and
 * thread-safe.
 *
 * <p>The t-test is Student's with pooled variance, as in Otava; where neither side has spread, any difference passes.
 */
public final class Regimes {

    private final List<Regime> regimes;

    private Regimes(List<Regime> regimes) {
        this.regimes = List.copyOf(regimes);
    }

    /** Returns the regimes by the default policy. */
    public static Regimes of(double[] series, long seed) {
        return of(series, RegimePolicy.DEFAULT, seed);
    }

    /**
     * Returns the regimes of a series in order of time; O(n log n) for each permutation.
     *
     * @throws IllegalArgumentException if the series is empty, not finite or longer than 131,072 values
     */
    public static Regimes of(double[] series, RegimePolicy policy, long seed) {
        Arguments.requireNonEmpty("series", series);
        List<Regime> regimes = new ArrayList<>();
        int from = 0;
        for (int position : ChangePoints.of(series, policy, seed)) {
            regimes.add(regime(series, from, position));
            from = position;
        }
        regimes.add(regime(series, from, series.length));
        for (int weakest = weakest(regimes, policy); weakest > 0; weakest = weakest(regimes, policy)) {
            Regime right = regimes.remove(weakest);
            regimes.set(weakest - 1, regime(series, regimes.get(weakest - 1).from(), right.to()));
        }
        return new Regimes(regimes);
    }

    /** Returns the regimes in order of time, at least one. */
    public List<Regime> all() {
        return regimes;
    }

    /** Returns the regime whose difference from the one before is weakest and fails the gate or is too small; 0 if there is none. */
    private static int weakest(List<Regime> regimes, RegimePolicy policy) {
        int weakest = 0;
        double largest = 0;
        for (int i = 1; i < regimes.size(); i++) {
            Regime left = regimes.get(i - 1);
            Regime right = regimes.get(i);
            double p = isSmall(left, right, policy.leastChange()) ? 1 : tTest(left, right);
            if (p > policy.gate() && p > largest) {
                weakest = i;
                largest = p;
            }
        }
        return weakest;
    }

    private static boolean isSmall(Regime left, Regime right, double leastChange) {
        return Math.abs(right.mean() - left.mean()) < leastChange * Math.abs(left.mean());
    }

    private static double tTest(Regime left, Regime right) {
        int degrees = left.size() + right.size() - 2;
        if (degrees < 1) {
            return 1;
        }
        double variance = (squares(left) + squares(right)) / degrees;
        double difference = Math.abs(right.mean() - left.mean());
        double error = Math.sqrt(variance * (1.0 / left.size() + 1.0 / right.size()));
        if (error == 0) {
            return difference > 0 ? 0 : 1;
        }
        return StudentT.twoSided(difference / error, degrees);
    }

    private static double squares(Regime regime) {
        return (regime.size() - 1) * regime.standardDeviation() * regime.standardDeviation();
    }

    private static Regime regime(double[] series, int from, int to) {
        double[] values = Arrays.copyOfRange(series, from, to);
        return new Regime(from, to, Summary.mean(values), Summary.standardDeviation(values));
    }
}
