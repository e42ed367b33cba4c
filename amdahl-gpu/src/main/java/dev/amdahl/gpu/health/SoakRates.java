package dev.amdahl.gpu.health;

import java.util.Arrays;
import java.util.OptionalDouble;

/** Operations per second, window by window. Not thread-safe. */
final class SoakRates {
    private static final int MIN = 10;
    private static final int PARTS = 5;
    private static final int WARM_UP_PARTS = 10;

    private double[] rates = new double[64];
    private int count;

    void add(double rate) {
        if (count == rates.length) {
            rates = Arrays.copyOf(rates, 2 * count);
        }
        rates[count++] = rate;
    }

    int windows() {
        return count;
    }

    /** Empty before the first window has ended. */
    OptionalDouble median() {
        double[] sorted = Arrays.copyOf(rates, count);
        Arrays.sort(sorted);
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sorted[count / 2]);
    }

    /** Standard deviation over mean, after the warm-up; empty below {@value #MIN} windows. */
    OptionalDouble variation() {
        if (count < MIN) {
            return OptionalDouble.empty();
        }
        int from = count / WARM_UP_PARTS;
        double mean = mean(from, count);
        double squares = 0;
        for (int i = from; i < count; i++) {
            squares += (rates[i] - mean) * (rates[i] - mean);
        }
        return OptionalDouble.of(Math.sqrt(squares / (count - from - 1)) / mean);
    }

    /** Returns the last fifth over the first one after the warm-up; empty below {@value #MIN} windows. */
    OptionalDouble drift() {
        if (count < MIN) {
            return OptionalDouble.empty();
        }
        int part = count / PARTS;
        int from = count / WARM_UP_PARTS;
        return OptionalDouble.of(mean(count - part, count) / mean(from, from + part));
    }

    private double mean(int from, int to) {
        return Arrays.stream(rates, from, to).average().orElse(Double.NaN);
    }
}
