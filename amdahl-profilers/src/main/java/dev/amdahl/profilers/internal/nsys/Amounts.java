package dev.amdahl.profilers.internal.nsys;

import java.util.Arrays;
import java.util.OptionalDouble;

/** Numbers of which the median is wanted. Not thread-safe. */
final class Amounts {
    private long[] values = new long[64];
    private int size;

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size + size / 2);
        }
        values[size++] = value;
    }

    /** Returns the lower median. */
    OptionalDouble median() {
        if (size == 0) {
            return OptionalDouble.empty();
        }
        long[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        return OptionalDouble.of((double) sorted[(size - 1) / 2]);
    }
}
