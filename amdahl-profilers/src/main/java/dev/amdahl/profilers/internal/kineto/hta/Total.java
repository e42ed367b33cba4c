package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Sum, extremes, mean and deviation of values that come one by one, with the order of operations of pandas' groups. Not thread-safe. */
final class Total {
    final String name;
    private long count;
    private double sum;
    private double lost;
    private double max = Double.NEGATIVE_INFINITY;
    private double min = Double.POSITIVE_INFINITY;
    private double runningMean;
    private double squares;

    Total(String name) {
        this.name = name;
    }

    /** Adds a value: the sum is compensated (Kahan), the squares are updated (Welford). */
    void add(double value) {
        count++;
        double corrected = value - lost;
        double next = sum + corrected;
        lost = next - sum - corrected;
        sum = next;
        max = Math.max(max, value);
        min = Math.min(min, value);
        double before = runningMean;
        runningMean += (value - before) / count;
        squares += (value - runningMean) * (value - before);
    }

    double sum() {
        return sum;
    }

    /** 0 for a single value, as HTA fills it in. */
    private double deviation() {
        return count < 2 ? 0 : Math.sqrt(squares / (count - 1));
    }

    void into(ObjectNode node) {
        node.put("name", name);
        node.set("sum (us)", Numbers.node(sum));
        node.set("max (us)", Numbers.node(max));
        node.set("min (us)", Numbers.node(min));
        node.set("stddev", Numbers.node(deviation()));
        node.set("mean (us)", Numbers.node(sum / count));
    }
}
