package dev.amdahl.core.internal.fleet.prometheus;

import dev.amdahl.core.internal.fleet.prometheus.FleetLabels.Holder;
import java.util.Arrays;
import java.util.Optional;

/** What one accelerator did under one holder, or under none, window by window. Not thread-safe. */
final class Holding {
    private final Optional<Holder> holder;
    private final float[] counts;
    private final float[] activity;
    private final float[] watts;
    private final float[] newCounts;
    private final double[] newSums;

    Holding(Optional<Holder> holder, int windows) {
        this.holder = holder;
        counts = new float[windows];
        activity = new float[windows];
        watts = new float[windows];
        newCounts = new float[windows];
        newSums = new double[windows];
        Arrays.fill(activity, Float.NaN);
        Arrays.fill(watts, Float.NaN);
    }

    Optional<Holder> holder() {
        return holder;
    }

    /** Series of one accelerator that differ in labels of no interest add up. */
    void addCount(int window, double count) {
        newCounts[window] += (float) count;
    }

    void addSum(int window, double sum) {
        newSums[window] += sum;
    }

    /** Takes what was added as activity, where no better metric gave one. */
    void settleActivity(ActivityMetric metric) {
        for (int i = 0; i < counts.length; i++) {
            if (newCounts[i] > 0 && Float.isNaN(activity[i])) {
                double fraction = metric.fraction(newSums[i] / newCounts[i]);
                if (!Double.isNaN(fraction) || counts[i] == 0) {
                    counts[i] = newCounts[i];
                    activity[i] = (float) fraction;
                }
            }
        }
        clear();
    }

    /** Takes what was added as watts. */
    void settlePower() {
        for (int i = 0; i < counts.length; i++) {
            double mean = newSums[i] / newCounts[i];
            watts[i] = mean >= 0 && mean < 1e5 ? (float) mean : Float.NaN;
        }
        clear();
    }

    private void clear() {
        Arrays.fill(newCounts, 0);
        Arrays.fill(newSums, 0);
    }

    /** Samples in a window, 0 where there is none. */
    double count(int window) {
        return counts[window];
    }

    /** Mean fraction of its samples, NaN where there is none that can be true. */
    double activity(int window) {
        return activity[window];
    }

    /** Mean power, NaN where not measured. */
    double watts(int window) {
        return watts[window];
    }

    double mostSamples() {
        float most = 0;
        for (float count : counts) {
            most = Math.max(most, count);
        }
        return most;
    }

    int sampledWindows() {
        int sampled = 0;
        for (float count : counts) {
            sampled += count > 0 ? 1 : 0;
        }
        return sampled;
    }
}
