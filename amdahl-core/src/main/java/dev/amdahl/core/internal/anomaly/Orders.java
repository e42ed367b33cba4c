package dev.amdahl.core.internal.anomaly;

import java.util.SplittableRandom;

/** The largest statistic of a series in other orders, random or all of them. Not thread-safe. */
final class Orders {

    private final EnergyProfile profile;
    private final int[] order;
    private final double[] statistics;
    private final SplittableRandom random;

    Orders(EnergyProfile profile, int n, long seed) {
        this.profile = profile;
        this.order = profile.ranks();
        this.statistics = new double[n - 1];
        this.random = new SplittableRandom(seed);
    }

    /** Returns the largest statistic of the next random order. */
    double next() {
        for (int i = order.length - 1; i > 0; i--) {
            swap(i, random.nextInt(i + 1));
        }
        return largest();
    }

    private double largest() {
        profile.fill(order, statistics);
        double largest = Double.NEGATIVE_INFINITY;
        for (double statistic : statistics) {
            largest = Math.max(largest, statistic);
        }
        return largest;
    }

    private void swap(int i, int j) {
        int kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}
