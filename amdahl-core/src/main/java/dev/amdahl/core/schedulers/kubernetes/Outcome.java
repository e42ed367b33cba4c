package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.experiment.RunStatus;

/**
 * How a run stands.
 *
 * @param reason why it waits or failed; empty text when there is nothing to say
 * @param isDoomed whether it can only do harm by going on, so that its Job is to be ended
 */
record Outcome(RunStatus status, String reason, boolean isDoomed) {
    static Outcome of(RunStatus status) {
        return new Outcome(status, "", false);
    }

    static Outcome of(RunStatus status, String reason) {
        return new Outcome(status, reason, false);
    }

    static Outcome failed(String reason) {
        return new Outcome(RunStatus.INFRA_FAILED, reason, false);
    }

    /** Failed, and to be ended. */
    static Outcome doomed(String reason) {
        return new Outcome(RunStatus.INFRA_FAILED, reason, true);
    }
}
