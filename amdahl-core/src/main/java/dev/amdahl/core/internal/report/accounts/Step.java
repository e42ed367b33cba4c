package dev.amdahl.core.internal.report.accounts;

/** Where the time of a verdict goes, in order. */
public enum Step {
    /** Proposed: waits for evidence, a slot or the budget. */
    WAITING,
    /** Its variant is built. */
    BUILDING,
    /** Its runs wait in the scheduler's queue. */
    QUEUE,
    /** Its arms run. */
    TRIALS,
    /** Under test with no arm running: pauses, results not fetched yet, no slot for the next trial. */
    BETWEEN,
    /** After the verdict: waits for a person. */
    REVIEW
}
