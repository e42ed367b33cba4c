package dev.amdahl.gpu.health;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Devices that differ from the others of their kind: robust z = 0.6745 (x - median) / MAD beyond {@value #FAR}, and more than
 * {@value #MIN_GAP} of the median away. The MAD counts as at least {@value #MIN_MAD} of the median, so that a tight fleet does not
 * alarm (B. Iglewicz and D. Hoaglin, How to Detect and Handle Outliers, 1993).
 */
public final class FleetOutliers {
    /** Below so many devices there is no fleet: compare with a {@link #gap} to what was kept. */
    public static final int MIN = 4;

    private static final double FAR = 3.5;
    private static final double MIN_GAP = .03;
    private static final double MIN_MAD = .005;
    private static final double NORMAL_QUARTILE = .6745;

    private FleetOutliers() {}

    /**
     * One device that differs.
     *
     * @param device which
     * @param value of its figure
     * @param median of all
     * @param z how far, robustly
     */
    public record Outlier(String device, double value, double median, double z) {
        /** Returns its relative distance from the median, below 0 if it is lower. */
        public double gap() {
            return value / median - 1;
        }
    }

    /**
     * Returns the outliers, both high and low, by name.
     *
     * @param figures one of each device, each the middle of many measurements; at least {@value #MIN}, finite, above 0
     * @throws IllegalArgumentException if there are fewer, or one is no such number
     */
    public static List<Outlier> among(Map<String, Double> figures) {
        if (figures.size() < MIN) {
            throw new IllegalArgumentException(
                    "a fleet has at least " + MIN + " devices, was " + figures.size() + "; compare by gap");
        }
        double[] values =
                figures.values().stream().mapToDouble(FleetOutliers::require).toArray();
        double median = median(values);
        double mad = Math.max(
                median(Arrays.stream(values)
                        .map(value -> Math.abs(value - median))
                        .toArray()),
                MIN_MAD * median);
        List<Outlier> outliers = new ArrayList<>();
        new TreeMap<>(figures).forEach((device, value) -> {
            Outlier one = new Outlier(device, value, median, NORMAL_QUARTILE * (value - median) / mad);
            if (Math.abs(one.z()) > FAR && Math.abs(one.gap()) > MIN_GAP) {
                outliers.add(one);
            }
        });
        return List.copyOf(outliers);
    }

    /** Returns how far a figure lies from what was kept of its model and driver, relative to that, below 0 if it is lower. */
    public static double gap(double value, List<Double> kept) {
        return require(value)
                        / median(kept.stream()
                                .mapToDouble(FleetOutliers::require)
                                .toArray())
                - 1;
    }

    /** Returns whether a figure of a rate lies so low that it matters. */
    public static boolean isLow(double gap) {
        return gap < -MIN_GAP;
    }

    private static double require(double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("a figure is above 0 and finite, was " + value);
        }
        return value;
    }

    private static double median(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("nothing to take the middle of");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
