package dev.amdahl.spi.experiment;

import dev.amdahl.spi.job.Accelerators;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One submission: its arms run one after the other on one allocation. Will grow; implementations are immutable. */
public interface TrialRequest {

    /** Returns the idempotency key: lower-case letters and digits, at most 40 characters. */
    String key();

    /** Returns the recurring workload, for names and labels. */
    String family();

    /** Returns what the allocation holds. */
    Accelerators accelerators();

    /** In order of running: one arm for an evidence run, two or more for a trial. */
    List<ArmRequest> arms();

    /** Hosts that it should not run on where the scheduler has others; a wish, never a reason to refuse or to wait. */
    default Set<String> avoidedHosts() {
        return Set.of();
    }

    /**
     * What its job asks of its scheduler, named {@code SCHEDULER.NAME}. A scheduler passes over those of others, and refuses those of its
     * own that it does not know.
     */
    default Map<String, String> settings() {
        return Map.of();
    }

    /**
     * Hosts that need no warm-up, as they ran this job last: on any other, the first arm runs once more before the arms are measured, and
     * that run is discarded. Empty if nothing is warmed up.
     */
    default Optional<Set<String>> warmHosts() {
        return Optional.empty();
    }
}
