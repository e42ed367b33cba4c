package dev.amdahl.spi.experiment;

/** The status of a run, as its scheduler knows it. */
public enum RunStatus {
    /** Accepted, not started. */
    QUEUED,
    /** Running. */
    RUNNING,
    /** Ended; its result can be collected. */
    DONE,
    /** Ended without a result: a lost node, a preemption, a killed worker. Never a verdict. */
    INFRA_FAILED,
    /** Cancelled on request. */
    CANCELLED,
    /** The scheduler could not tell; ask again. */
    UNKNOWN
}
