package dev.amdahl.core.ledger;

import dev.amdahl.spi.experiment.WorkerRunId;
import java.time.Instant;
import java.util.Optional;

/**
 * One submission and how it went. Immutable.
 *
 * @param plan what was submitted
 * @param state where it stands
 * @param worker the scheduler's id, once known
 * @param result what was collected, once it was
 * @param note why it failed; empty text otherwise
 * @param intendedAt when the intent was committed, or last repeated
 */
public record Run(
        RunPlan plan,
        RunState state,
        Optional<WorkerRunId> worker,
        Optional<RunResult> result,
        String note,
        Instant intendedAt) {}
