package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Arrays;

/** Sums, means and quantiles with the order of operations of NumPy and pandas, so that the last digit is theirs. */
final class Numbers {
    private static final int BLOCK = 128;

    private Numbers() {}

    /** Rounded to decimals as NumPy does: scaled, rounded half to even, scaled back. */
    static double round(double value, int decimals) {
        double scale = decimals == 1 ? 10 : 100;
        return Math.rint(value * scale) / scale;
    }

    /** A JSON number; null for what is not finite. */
    static JsonNode node(double value) {
        return Double.isFinite(value)
                ? JsonNodeFactory.instance.numberNode(value)
                : JsonNodeFactory.instance.nullNode();
    }

    /** Pairwise sum in blocks of 128 with eight partial sums. */
    static double sum(double[] values) {
        return sum(values, 0, values.length);
    }

    private static double sum(double[] values, int from, int n) {
        if (n < 8) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += values[from + i];
            }
            return sum;
        }
        if (n > BLOCK) {
            int half = n / 2;
            half -= half % 8;
            return sum(values, from, half) + sum(values, from + half, n - half);
        }
        double[] part = Arrays.copyOfRange(values, from, from + 8);
        int whole = n - n % 8;
        for (int i = 8; i < whole; i += 8) {
            for (int j = 0; j < 8; j++) {
                part[j] += values[from + i + j];
            }
        }
        double sum = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
        for (int i = whole; i < n; i++) {
            sum += values[from + i];
        }
        return sum;
    }

    /** The linearly interpolated quantile of ascending values; NaN without any. */
    static double quantile(double[] sorted, double q) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double at = (sorted.length - 1) * q;
        int below = (int) Math.floor(at);
        double low = sorted[below];
        double high = sorted[Math.min(below + 1, sorted.length - 1)];
        double weight = at - below;
        return weight >= .5 ? high - (high - low) * (1 - weight) : low + (high - low) * weight;
    }
}
