package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.Retention;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Has the scheduler remove what trials of ended hypotheses, and runs of the unchanged job, left that nobody needs any more. Remembers what was asked for; another process
 * asks once more. Not thread-safe.
 */
public final class Tidy {
    private final Set<String> asked = new HashSet<>();

    /** Asks for the trials of the newest hypotheses of each job, and its newest measurements; also of one that is declared no more. */
    public void run(Cycle cycle) {
        if (cycle.policy().isSingleComparison()) {
            return;
        }
        Set<String> families = new LinkedHashSet<>();
        cycle.setup().jobs().forEach(job -> families.add(job.family()));
        cycle.view().families().forEach(family -> families.add(family.name()));
        for (String family : families) {
            for (Dossier dossier : cycle.view().recent(family)) {
                if (dossier.state().isTerminal()) {
                    cycle.isolated(dossier, () -> tidy(cycle, dossier));
                }
            }
            cycle.isolated(family, () -> measurements(cycle, family));
        }
    }

    /** Pairs of the unchanged job, and evidence runs that a diagnosis is made of no more. */
    private void measurements(Cycle cycle, String family) {
        int latest = Math.max(1, cycle.policy().evidenceRuns());
        List<Run> runs = cycle.view().measurements(family);
        for (int i = runs.size() - 1; i >= 0; i--) {
            Run run = runs.get(i);
            boolean isNeeded = run.plan().purpose() == RunPurpose.EVIDENCE && latest-- > 0;
            if (!isNeeded && !run.state().isInFlight()) {
                tidy(cycle, run, Duration.between(run.intendedAt(), cycle.now()));
            }
        }
    }

    private void tidy(Cycle cycle, Dossier dossier) {
        Duration age = Duration.between(dossier.movedAt(), cycle.now());
        if (asked.contains(dossier.id() + " all")) {
            return;
        }
        boolean isDone = true;
        for (Run run : cycle.view().runsOf(dossier.id())) {
            isDone &= tidy(cycle, run, age);
        }
        if (isDone) {
            cycle.view()
                    .runsOf(dossier.id())
                    .forEach(run -> asked.remove(run.plan().key()));
            asked.add(dossier.id() + " all");
        }
    }

    /** Returns whether nothing of it stays. */
    private boolean tidy(Cycle cycle, Run run, Duration age) {
        if (run.worker().isEmpty() || cycle.setup().isElsewhere(run)) {
            return true;
        }
        Retention keep = cycle.policy().retention();
        Optional<Duration> stay = isGood(run) ? keep.succeeded() : keep.failed();
        if (stay.filter(least -> age.compareTo(least) >= 0).isEmpty()) {
            return false;
        }
        if (asked.add(run.plan().key())) {
            cycle.setup().scheduler().tidy(run.worker().get());
        }
        return true;
    }

    private static boolean isGood(Run run) {
        return run.result()
                .filter(result -> result.arms().stream().allMatch(arm -> arm.isSuccess()))
                .isPresent();
    }
}
