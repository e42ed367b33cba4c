package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Says of runs that wait for long in their scheduler's queue since when and why: in each cycle, and in the ledger when that begins, changes
 * and ends. Not thread-safe.
 */
public final class Waiting {
    private static final Duration LONG = Duration.ofMinutes(3);
    /** Reasons of a busy queue come and go. */
    private static final Duration BETWEEN = Duration.ofMinutes(10);

    private final Map<String, Instant> written = new HashMap<>();

    /** It waits. */
    void queued(Cycle cycle, Run run) {
        WorkerRunId worker = run.worker().orElseThrow();
        if (Duration.between(run.intendedAt(), cycle.now()).compareTo(LONG) < 0) {
            return;
        }
        String why = "waits since " + run.intendedAt().truncatedTo(ChronoUnit.SECONDS) + ": "
                + cycle.setup().scheduler().reason(worker).orElse("its scheduler does not say why");
        cycle.note("run " + run.plan().key() + " of " + run.plan().family() + " " + why);
        String key = run.plan().key();
        boolean isDue = run.waiting().isEmpty()
                || Optional.ofNullable(written.get(key))
                        .map(at -> Duration.between(at, cycle.now()).compareTo(BETWEEN) >= 0)
                        .orElse(true);
        if (isDue && !run.note().equals(why)) {
            written.put(key, cycle.now());
            cycle.commit(new Entry.RunWaits(key, why));
        }
    }

    /** It does not wait. */
    void over(Cycle cycle, Run run) {
        if (run.waiting().isPresent()) {
            cycle.commit(new Entry.RunWaits(run.plan().key(), ""));
        }
    }
}
