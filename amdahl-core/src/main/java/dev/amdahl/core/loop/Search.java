package dev.amdahl.core.loop;

import dev.amdahl.core.crash.FailPoint;
import dev.amdahl.core.crash.FailPoints;
import dev.amdahl.core.ledger.Entry;
import dev.amdahl.core.ledger.Family;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Looks for ideas that a diagnosed family has not met: in the idea sources, and in what won on its siblings. Stateless. */
public final class Search {
    private static final int MOST_PER_FAMILY = 2;

    private record Query(JobSpec job, Set<Bottleneck> bottlenecks, Map<String, Double> metrics) implements IdeaQuery {}

    /** Records each new idea once per family. */
    public void run(Cycle cycle) {
        for (JobSpec job : cycle.setup().jobs()) {
            Optional<Diagnosis> diagnosis = cycle.view().family(job.family()).flatMap(Family::diagnosis);
            if (diagnosis.isPresent()) {
                List<Entry> found = new ArrayList<>();
                for (Idea idea : ideas(cycle, job, diagnosis.get())) {
                    if (!isKnown(cycle, job, idea)) {
                        found.add(new Entry.IdeaFound(job.family(), idea));
                    }
                }
                if (!found.isEmpty()) {
                    FailPoints.hit(FailPoint.D1);
                    cycle.commit(found);
                }
            }
        }
    }

    private static List<Idea> ideas(Cycle cycle, JobSpec job, Diagnosis diagnosis) {
        List<Idea> ideas = new ArrayList<>(WinTransfer.ideas(cycle, job));
        Optional<Bottleneck> top = diagnosis.topLoss();
        if (top.isPresent() && !hasLeverFor(job, top.get())) {
            Query query = new Query(job, Set.of(top.get()), diagnosis.metrics());
            cycle.setup().ideas().stream()
                    .flatMap(source -> source.search(query).stream())
                    .filter(idea -> idea.bottleneck() == top.get())
                    .limit(MOST_PER_FAMILY)
                    .forEach(ideas::add);
        }
        return ideas;
    }

    private static boolean hasLeverFor(JobSpec job, Bottleneck bottleneck) {
        return job.levers().stream().anyMatch(lever -> lever.addresses().contains(bottleneck))
                || job.contributions().stream().anyMatch(one -> one.addresses().contains(bottleneck));
    }

    private static boolean isKnown(Cycle cycle, JobSpec job, Idea idea) {
        boolean found = cycle.view().ideas().stream()
                .anyMatch(known ->
                        known.family().equals(job.family()) && known.idea().id().equals(idea.id()));
        return found || !cycle.view().bySource(job.family(), idea.id()).isEmpty();
    }
}
