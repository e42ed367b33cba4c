package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The collectives of one rank: by name, in the order in which they ended. Immutable. */
final class RankCollectives {
    /** One collective on one rank. */
    record Part(long start, long end) {
        long nanos() {
            return end - start;
        }
    }

    private final Map<String, List<Part>> byName = new HashMap<>();
    private int size;

    static RankCollectives of(NamedTimeline rank) {
        RankCollectives collectives = new RankCollectives();
        for (Lane lane : rank.timeline().lanes()) {
            for (int i = 0; i < lane.size(); i++) {
                if (lane.activity(i) == Activity.COMMUNICATION) {
                    collectives
                            .byName
                            .computeIfAbsent(lane.label(i), any -> new ArrayList<>())
                            .add(new Part(lane.start(i), lane.end(i)));
                    collectives.size++;
                }
            }
        }
        collectives.byName.values().forEach(parts -> parts.sort(Comparator.comparingLong(Part::end)));
        return collectives;
    }

    int size() {
        return size;
    }

    Set<String> names() {
        return byName.keySet();
    }

    List<Part> parts(String name) {
        return byName.getOrDefault(name, List.of());
    }
}
