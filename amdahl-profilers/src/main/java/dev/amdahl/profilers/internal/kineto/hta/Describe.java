package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * What pandas' {@code describe} says of values, NaN left out: the deviation divides by count - 1, quantiles are interpolated.
 */
final class Describe {
    private final double[] sorted;
    private final int count;
    private final double sum;

    Describe(double[] values) {
        sorted = values.clone();
        Arrays.sort(sorted);
        int n = 0;
        double total = 0;
        for (; n < sorted.length && !Double.isNaN(sorted[n]); n++) {
            total += sorted[n];
        }
        count = n;
        sum = total;
    }

    int count() {
        return count;
    }

    double sum() {
        return sum;
    }

    /** NaN without any value. */
    double mean() {
        return sum / count;
    }

    /** NaN for fewer than two values. */
    double deviation() {
        double squares = 0;
        for (int i = 0; i < count; i++) {
            squares += (sorted[i] - mean()) * (sorted[i] - mean());
        }
        return count < 2 ? Double.NaN : Math.sqrt(squares / (count - 1));
    }

    /** Linearly interpolated; NaN without any value. */
    double quantile(double q) {
        if (count == 0) {
            return Double.NaN;
        }
        double at = (count - 1) * q;
        int below = (int) at;
        double low = sorted[below];
        return low + (at - below) * (sorted[Math.min(below + 1, count - 1)] - low);
    }

    double min() {
        return quantile(0);
    }

    double max() {
        return quantile(1);
    }

    /** Adds the keys of {@code describe}. */
    void addTo(ObjectNode node) {
        addTo(node, value -> value);
    }

    /** Adds the keys of {@code describe}, rounded to two decimals. */
    void addRoundedTo(ObjectNode node) {
        addTo(node, value -> round(value, 2));
    }

    private void addTo(ObjectNode node, DoubleUnaryOperator rounding) {
        String[] keys = {"count", "mean", "std", "min", "25%", "50%", "75%", "max"};
        double[] values = {count, mean(), deviation(), min(), quantile(.25), quantile(.5), quantile(.75), max()};
        for (int i = 0; i < keys.length; i++) {
            node.set(keys[i], node(rounding.applyAsDouble(values[i])));
        }
    }

    /** Rounded half to even. */
    static double round(double value, int decimals) {
        double scale = Math.pow(10, decimals);
        return Math.rint(value * scale) / scale;
    }

    /** Returns a JSON number; null for what is not finite. */
    static JsonNode node(double value) {
        return Double.isFinite(value)
                ? JsonNodeFactory.instance.numberNode(value)
                : JsonNodeFactory.instance.nullNode();
    }
}
