package dev.amdahl.profilers.internal.telemetry;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** Columns of one device. Not thread-safe. */
final class DeviceSamples {
    /** The time of a sample that has none. */
    static final long NO_TIME = Long.MIN_VALUE;

    private static final double MAX_INTERVALS = 3;

    private final String name;
    private final Map<Reading, double[]> columns = new EnumMap<>(Reading.class);
    private long[] times = new long[16];
    private int size;

    DeviceSamples(String name) {
        this.name = name;
    }

    void begin(long timeNanos) {
        if (size == times.length) {
            int capacity = size + size / 2;
            times = Arrays.copyOf(times, capacity);
            columns.replaceAll((reading, column) -> {
                double[] larger = Arrays.copyOf(column, capacity);
                Arrays.fill(larger, column.length, capacity, Double.NaN);
                return larger;
            });
        }
        times[size++] = timeNanos;
    }

    void put(Reading reading, double value) {
        double[] column = columns.computeIfAbsent(reading, key -> {
            double[] blank = new double[times.length];
            Arrays.fill(blank, Double.NaN);
            return blank;
        });
        column[size - 1] = value;
    }

    String name() {
        return name;
    }

    int size() {
        return size;
    }

    boolean has(Reading reading) {
        return columns.containsKey(reading);
    }

    /** Returns a value of sample {@code i}, NaN where it was not measured. */
    double value(Reading reading, int i) {
        double[] column = columns.get(reading);
        return column == null ? Double.NaN : column[i];
    }

    /** Returns whether every sample has a time and none goes back. */
    boolean isTimed() {
        for (int i = 0; i < size; i++) {
            if (times[i] == NO_TIME || (i > 0 && times[i] < times[i - 1])) {
                return false;
            }
        }
        return size > 1 && times[size - 1] > times[0];
    }

    /** First to last sample, ns; 0 without times. */
    long spanNanos() {
        return isTimed() ? times[size - 1] - times[0] : 0;
    }

    /** Returns the time between sample {@code i} and the one before, ns. */
    long intervalNanos(int i) {
        return times[i] - times[i - 1];
    }

    /** Returns the median time between samples, ns; 0 without times. */
    long medianNanos() {
        if (!isTimed()) {
            return 0;
        }
        long[] intervals = new long[size - 1];
        for (int i = 1; i < size; i++) {
            intervals[i - 1] = intervalNanos(i);
        }
        Arrays.sort(intervals);
        return intervals[(intervals.length - 1) / 2];
    }

    /**
     * For how much each sample counts: a device's samples describe the time since the one before, but at most three times the
     * median time between samples, so that a gap is not filled with guesses; without times, all alike.
     */
    double[] weights() {
        double[] weights = new double[size];
        long median = medianNanos();
        for (int i = 0; i < size; i++) {
            weights[i] = median == 0 ? 1 : i == 0 ? 1 : Math.min(MAX_INTERVALS, (double) intervalNanos(i) / median);
        }
        return weights;
    }

    /** Stretches between samples of more than three times the median. */
    int gaps() {
        long median = medianNanos();
        int gaps = 0;
        for (int i = 1; median > 0 && i < size; i++) {
            gaps += intervalNanos(i) > MAX_INTERVALS * median ? 1 : 0;
        }
        return gaps;
    }
}
