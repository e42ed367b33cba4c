package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * What pandas' {@code describe} says of values, NaN left out: the deviation divides by count - 1, quartiles are interpolated. Immutable.
 */
final class Describe {
    private final int count;
    private final double mean;
    private final double deviation;
    private final double[] sorted;

    private Describe(double mean, double deviation, double[] sorted) {
        this.count = sorted.length;
        this.mean = mean;
        this.deviation = deviation;
        this.sorted = sorted;
    }

    static Describe of(double[] values) {
        double[] sorted = DoubleStream.of(values).filter(v -> !Double.isNaN(v)).toArray();
        Arrays.sort(sorted);
        int count = sorted.length;
        double[] terms = new double[values.length];
        for (int i = 0; i < terms.length; i++) {
            terms[i] = Double.isNaN(values[i]) ? 0 : values[i];
        }
        double mean = count == 0 ? Double.NaN : Numbers.sum(terms) / count;
        for (int i = 0; i < terms.length; i++) {
            double difference = mean - values[i];
            terms[i] = Double.isNaN(difference) ? 0 : difference * difference;
        }
        double deviation = count < 2 ? Double.NaN : Math.sqrt(Numbers.sum(terms) / (count - 1));
        return new Describe(mean, deviation, sorted);
    }

    /** NaN without any value. */
    double mean() {
        return mean;
    }

    /** NaN for fewer than two values. */
    double deviation() {
        return deviation;
    }

    /** NaN without any value. */
    double quantile(double q) {
        return Numbers.quantile(sorted, q);
    }

    double min() {
        return count == 0 ? Double.NaN : sorted[0];
    }

    double max() {
        return count == 0 ? Double.NaN : sorted[count - 1];
    }

    /** Adds the keys of {@code describe}, as they are. */
    void into(ObjectNode node) {
        into(node, false);
    }

    /** Adds the keys of {@code describe}, rounded to two decimals. */
    void roundedInto(ObjectNode node) {
        into(node, true);
    }

    private void into(ObjectNode node, boolean isRounded) {
        String[] keys = {"count", "mean", "std", "min", "25%", "50%", "75%", "max"};
        double[] values = {count, mean, deviation, min(), quantile(.25), quantile(.5), quantile(.75), max()};
        for (int i = 0; i < keys.length; i++) {
            node.set(keys[i], Numbers.node(isRounded ? Numbers.round(values[i], 2) : values[i]));
        }
    }
}
