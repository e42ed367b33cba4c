package dev.amdahl.core.ledger.entry;

/** The state of a submission; never a verdict on a hypothesis. */
public enum RunState {
    /** Committed before the scheduler is called. */
    INTENDED,
    /** The scheduler has given its id. */
    SUBMITTED,
    /** Its result is in the ledger. */
    COLLECTED,
    /** The infrastructure failed; repeated under a new attempt within the retry budget. */
    INFRA_FAILED,
    /** Not heard of until its deadline. */
    LOST,
    /** It cannot be told whether the scheduler ever got it; never submitted again. */
    UNKNOWN_SUBMISSION,
    /** Stopped on request, or no longer needed. */
    CANCELLED;

    /** Returns whether the scheduler may still hold or start it. */
    public boolean isInFlight() {
        return this == INTENDED || this == SUBMITTED;
    }
}
