package dev.amdahl.core.ledger.view;

import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.time.Instant;
import java.util.Optional;

/**
 * One submission and how it went.
 *
 * @param plan what was submitted
 * @param state where it stands
 * @param worker the scheduler's id, once known
 * @param result what was collected, once it was
 * @param note why it failed, that a look-up missed it and since when, or since when it waits and why; empty text otherwise
 * @param intendedAt when the intent was committed, last repeated, or missed
 */
public record Run(
        RunPlan plan,
        RunState state,
        Optional<WorkerRunId> worker,
        Optional<RunResult> result,
        String note,
        Instant intendedAt) {
    /** The note on a run that the scheduler did not show when it was asked. */
    public static final String MISSED = "a look-up did not find it";

    private static final String SINCE = MISSED + " since ";

    /** Since when it waits in the scheduler's queue and why, once that is long. */
    public Optional<String> waiting() {
        return Optional.of(note)
                .filter(why -> state == RunState.SUBMITTED && !why.isEmpty() && !why.startsWith(MISSED));
    }

    /** Returns whether it is intended, and the scheduler did not show it when it was last asked. */
    public boolean isMissed() {
        return state == RunState.INTENDED && note.equals(MISSED);
    }

    /** Since when the scheduler, which had taken it, does not show it; empty if it does. */
    public Optional<Instant> missedSince() {
        return state == RunState.SUBMITTED && note.startsWith(SINCE)
                ? Optional.of(Instant.parse(note.substring(SINCE.length())))
                : Optional.empty();
    }

    /** Returns the same, which its scheduler has taken and does not show any more. */
    public Run missedAt(Instant at) {
        return new Run(plan, RunState.SUBMITTED, worker, result, SINCE + at, intendedAt);
    }
}
