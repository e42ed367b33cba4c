package dev.amdahl.profilers.kineto;

import dev.amdahl.spi.Plurals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What was left out while reading, counted by reason. Not thread-safe. */
final class Dropped {
    private static final int MAX_REASONS = 20;

    private final Map<String, Long> counts = new TreeMap<>();
    private long others;

    void add(String what) {
        if (counts.size() < MAX_REASONS || counts.containsKey(what)) {
            counts.merge(what, 1L, Long::sum);
        } else {
            others++;
        }
    }

    List<String> findings() {
        List<String> findings = new ArrayList<>();
        counts.forEach((what, count) -> findings.add("dropped " + what + ": " + Plurals.grouped(count)));
        if (others > 0) {
            findings.add("dropped " + Plurals.of(others, "row") + " for still other reasons");
        }
        return findings;
    }
}
