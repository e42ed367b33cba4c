package dev.amdahl.profilers.internal.jfr;

import java.util.OptionalDouble;

/** A running mean. Not thread-safe. */
final class Mean {
    private double sum;
    private long count;

    void add(double value) {
        sum += value;
        count++;
    }

    OptionalDouble value() {
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
    }
}
