package dev.amdahl.core.internal.anomaly;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Hierarchical change points: the best split of any window, as long as it is significant among permutations within all
 * windows (Matteson and James 2014). Not thread-safe.
 */
final class ChangePoints {

    /** Longest series whose orders are drawn. */
    static final int MAX_PERMUTED = 1 << 17;

    private static final double ROUNDING = 1e-10;

    private final double[] series;
    private final RegimePolicy policy;
    private final SplittableRandom random;
    private final TreeMap<Integer, Window> windows = new TreeMap<>();

    private ChangePoints(double[] series, RegimePolicy policy, long seed) {
        if (series.length > MAX_PERMUTED) {
            throw new IllegalArgumentException("orders of at most " + MAX_PERMUTED + " values are drawn, was "
                    + series.length + "; take means of neighbours");
        }
        this.series = series;
        this.policy = policy;
        this.random = new SplittableRandom(seed);
        windows.put(0, new Window(0, series.length));
    }

    /** Positions of the first values of new regimes, ascending. */
    static List<Integer> of(double[] series, RegimePolicy policy, long seed) {
        ChangePoints found = new ChangePoints(series, policy, seed);
        while (found.split()) {}
        List<Integer> positions = new ArrayList<>(found.windows.keySet());
        positions.remove(0);
        return positions;
    }

    private boolean split() {
        @Nullable Window best = null;
        for (Window window : windows.values()) {
            best = best == null || window.statistic > best.statistic ? window : best;
        }
        if (best == null || best.position < 0 || !isSignificant(bar(best.statistic))) {
            return false;
        }
        windows.put(best.from, new Window(best.from, best.position));
        windows.put(best.position, new Window(best.position, best.to));
        return true;
    }

    /** Returns what counts as having reached a statistic, allowing for rounding. */
    private static double bar(double statistic) {
        return statistic - ROUNDING * Math.abs(statistic) - Double.MIN_NORMAL;
    }

    /** Stops drawing as soon as the answer is known. */
    private boolean isSignificant(double bar) {
        int allowed = (int) Math.floor(policy.alpha() * (1.0 + policy.permutations()) + 1e-9) - 1;
        int reached = 0;
        for (int i = 0; i < policy.permutations() && reached <= allowed; i++) {
            reached += anyReaches(bar) ? 1 : 0;
        }
        return reached <= allowed;
    }

    private boolean anyReaches(double bar) {
        for (Window window : windows.values()) {
            if (window.orders != null && window.orders.next() >= bar) {
                return true;
            }
        }
        return false;
    }

    /** A stretch without a change point so far. */
    private final class Window {
        private final int from;
        private final int to;
        private final int position;
        private final double statistic;
        private final @Nullable Orders orders;

        Window(int from, int to) {
            this.from = from;
            this.to = to;
            if (to - from < 2) {
                position = -1;
                statistic = Double.NEGATIVE_INFINITY;
                orders = null;
                return;
            }
            EnergyProfile profile = new EnergyProfile(series, from, to);
            double[] statistics = new double[to - from - 1];
            profile.fill(profile.ranks(), statistics);
            int best = 0;
            for (int i = 1; i < statistics.length; i++) {
                best = statistics[i] > statistics[best] ? i : best;
            }
            position = from + best + 1;
            statistic = statistics[best];
            orders = new Orders(profile, to - from, random.nextLong());
        }
    }
}
