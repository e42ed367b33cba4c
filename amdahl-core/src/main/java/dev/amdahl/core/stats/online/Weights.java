package dev.amdahl.core.stats.online;

import java.util.Arrays;

/**
 * γ(j) = .07720838 log(max(j, 2)) / (j exp √log j), Javanmard and Montanari (2018), equation 31: non-increasing, sums to one. Computed
 * as far as it is used. Not thread-safe.
 */
final class Weights {
    private double[] values = {Double.NaN};

    /** Returns the values up to γ(j) at least, by index; not to be changed. */
    double[] upTo(int j) {
        int known = values.length;
        if (j >= known) {
            values = Arrays.copyOf(values, Math.max(j + 1, 2 * known));
            for (int i = known; i < values.length; i++) {
                values[i] = 0.07720838 * Math.log(Math.max(i, 2)) / (i * Math.exp(Math.sqrt(Math.log(i))));
            }
        }
        return values;
    }
}
