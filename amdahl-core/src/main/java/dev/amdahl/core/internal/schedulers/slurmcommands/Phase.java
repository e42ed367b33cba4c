package dev.amdahl.core.internal.schedulers.slurmcommands;

import java.util.Collection;
import java.util.Locale;

/** What the states of a Slurm job mean for the trial it runs; where several hold, the first of these counts. */
public enum Phase {
    /** Ended by the cluster or its limits, or put back into the queue: whatever it measured is not a trial. */
    BROKEN,
    /** Cancelled by somebody. */
    CANCELLED,
    /** Holds nothing yet. */
    WAITING,
    /** Holds its allocation. */
    ACTIVE,
    /** Its script has ended by itself. */
    FINISHED,
    /** A state that this version does not know. */
    UNKNOWN;

    /** Returns the phase of a job that is in all of these states. */
    public static Phase of(Collection<String> states) {
        return states.stream().map(Phase::of).min(Phase::compareTo).orElse(UNKNOWN);
    }

    /** Of one state, such as {@code RUNNING} or {@code CANCELLED by 0}. */
    private static Phase of(String state) {
        String word = state.strip().toUpperCase(Locale.ROOT);
        int space = word.indexOf(' ');
        return switch (space < 0 ? word : word.substring(0, space)) {
            case "BOOT_FAIL",
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
                    "TIMEOUT" -> BROKEN;
            case "CANCELLED" -> CANCELLED;
            case "PENDING", "CONFIGURING", "POWERING_UP_NODE", "POWER_UP_NODE", "RESV_DEL_HOLD" -> WAITING;
            case "RUNNING", "COMPLETING", "RESIZING", "SIGNALING", "STAGE_OUT", "STOPPED", "SUSPENDED", "UPDATE_DB" ->
                ACTIVE;
            case "COMPLETED", "FAILED" -> FINISHED;
            default -> UNKNOWN;
        };
    }

    /** Returns whether it holds, or will hold, an allocation. */
    public boolean isLive() {
        return this == WAITING || this == ACTIVE;
    }

    /** Returns whether its times of start and end are facts; while it waits they are estimates. */
    public boolean hasStarted() {
        return this != WAITING && this != UNKNOWN;
    }

    /** Returns whether its time of end is a fact. */
    public boolean hasEnded() {
        return this == BROKEN || this == CANCELLED || this == FINISHED;
    }
}
