package dev.amdahl.core.schedulers.slurm;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;

/** What the states of a Slurm job mean for the trial it runs; where several hold, the first of these counts. */
enum Phase {
    /** Ended by the cluster or its limits, or put back into the queue: whatever it measured is not a trial. */
    BROKEN(
            "BOOT_FAIL",
            "DEADLINE",
            "LAUNCH_FAILED",
            "NODE_FAIL",
            "OUT_OF_MEMORY",
            "PREEMPTED",
            "RECONFIG_FAIL",
            "REQUEUED",
            "REQUEUE_FED",
            "REQUEUE_HOLD",
            "REVOKED",
            "SPECIAL_EXIT",
            "TIMEOUT"),
    /** Cancelled by somebody. */
    CANCELLED("CANCELLED"),
    /** Holds nothing yet. */
    WAITING("PENDING", "CONFIGURING", "POWERING_UP_NODE", "POWER_UP_NODE", "RESV_DEL_HOLD"),
    /** Holds its allocation. */
    ACTIVE("RUNNING", "COMPLETING", "RESIZING", "SIGNALING", "STAGE_OUT", "STOPPED", "SUSPENDED", "UPDATE_DB"),
    /** Its script has ended by itself. */
    FINISHED("COMPLETED", "FAILED"),
    /** A state that this version does not know. */
    UNKNOWN;

    private final Set<String> states;

    Phase(String... states) {
        this.states = Set.of(states);
    }

    /** The phase of a job that is in all of these states. */
    static Phase of(Collection<String> states) {
        return Arrays.stream(values())
                .filter(phase -> states.stream().anyMatch(phase::holds))
                .findFirst()
                .orElse(UNKNOWN);
    }

    private boolean holds(String state) {
        String word = state.strip().toUpperCase(Locale.ROOT);
        int space = word.indexOf(' ');
        return states.contains(space < 0 ? word : word.substring(0, space));
    }

    /** Whether it holds, or will hold, an allocation. */
    boolean isLive() {
        return this == WAITING || this == ACTIVE;
    }

    /** Whether its times of start and end are facts; while it waits they are estimates. */
    boolean hasStarted() {
        return this != WAITING && this != UNKNOWN;
    }

    /** Whether its time of end is a fact. */
    boolean hasEnded() {
        return this == BROKEN || this == CANCELLED || this == FINISHED;
    }
}
