package dev.amdahl.profilers.internal.process;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** Sums by counter; what was not measured is absent. Not thread-safe. */
final class Counts {
    private final Map<Counter, Double> values = new EnumMap<>(Counter.class);

    void add(Counter counter, double value) {
        values.merge(counter, value, Double::sum);
    }

    void addAll(Counts other) {
        other.values.forEach(this::add);
    }

    /** Takes over what only the older reading has: a dying process no longer shows everything. */
    void fillFrom(Counts older) {
        older.values.forEach(values::putIfAbsent);
    }

    Map<Counter, Double> values() {
        return Collections.unmodifiableMap(values);
    }
}
