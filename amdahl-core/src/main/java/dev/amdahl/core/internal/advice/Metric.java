package dev.amdahl.core.internal.advice;

import java.util.List;

/**
 * A figure of the idea vocabulary.
 *
 * @param name as symptoms use it
 * @param unit of its value
 * @param definition what it counts
 * @param producers what of this library measures it; empty means that nothing does, so that ideas that ask for it need evidence
 */
public record Metric(String name, String unit, String definition, List<String> producers) {
    public Metric {
        producers = List.copyOf(producers);
    }

    /** Returns whether anything of this library measures it. */
    public boolean isProduced() {
        return !producers.isEmpty();
    }
}
