package dev.amdahl.core.loop.verify;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.Cycle;
import dev.amdahl.core.loop.Retention;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Has the scheduler remove what trials of ended hypotheses left that nobody needs any more. Remembers what was asked for; another process
 * asks once more. Not thread-safe.
 */
public final class Tidy {
    private final Set<String> asked = new HashSet<>();

    /** Asks for the trials of the newest hypotheses of each declared job. */
    public void run(Cycle cycle) {
        if (cycle.policy().isSingleComparison()) {
            return;
        }
        for (JobSpec job : cycle.setup().jobs()) {
            for (Dossier dossier : cycle.view().recent(job.family())) {
                if (dossier.state().isTerminal()) {
                    cycle.isolated(dossier, () -> tidy(cycle, dossier));
                }
            }
        }
    }

    private void tidy(Cycle cycle, Dossier dossier) {
        Duration age = Duration.between(dossier.movedAt(), cycle.now());
        if (asked.contains(dossier.id() + " all")) {
            return;
        }
        Retention keep = cycle.policy().retention();
        boolean isDone = true;
        for (Run run : cycle.view().runsOf(dossier.id())) {
            if (run.worker().isEmpty() || cycle.setup().isElsewhere(run)) {
                continue;
            }
            Optional<Duration> stay = isGood(run) ? keep.succeeded() : keep.failed();
            if (stay.filter(least -> age.compareTo(least) >= 0).isEmpty()) {
                isDone = false;
            } else if (asked.add(run.plan().key())) {
                cycle.setup().scheduler().tidy(run.worker().get());
            }
        }
        if (isDone) {
            cycle.view()
                    .runsOf(dossier.id())
                    .forEach(run -> asked.remove(run.plan().key()));
            asked.add(dossier.id() + " all");
        }
    }

    private static boolean isGood(Run run) {
        return run.result()
                .filter(result -> result.arms().stream().allMatch(arm -> arm.isSuccess()))
                .isPresent();
    }
}
