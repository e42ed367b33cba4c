package dev.amdahl.core.internal.crash;

/** A place between two steps that belong together, at which a process may die. */
public enum FailPoint {
    /** The lease is taken, nothing is done. */
    LEASE_TAKEN,
    /** The fleet was read for the scan, nothing of it is committed. */
    FLEET_READ,
    /** What the scan found is committed. */
    SCAN_COMMITTED,
    /** A profiler watches a running job, or an evidence run was handed over and runs. */
    EVIDENCE_RUNNING,
    /** A file of evidence is written under a temporary name. */
    EVIDENCE_FILE_WRITTEN,
    /** A file of evidence has its name, no row speaks of it. */
    EVIDENCE_FILE_NAMED,
    /** The row that speaks of collected evidence is committed. */
    EVIDENCE_COMMITTED,
    /** An advisor has replied, nothing of the reply is recorded. */
    ADVICE_RECEIVED,
    /** The reply is there, a hypothesis made of it is not yet committed. */
    HYPOTHESIS_DRAFTED,
    /** A hypothesis is committed, its fingerprint is taken. */
    HYPOTHESIS_COMMITTED,
    /** A fresh work tree is checked out, the patch is applied, nothing is built. */
    PATCH_APPLIED,
    /** The build has ended, its tree is not yet marked as built. */
    BUILD_ENDED,
    /** The variant is built, the design that names its tree is committed. */
    DESIGN_COMMITTED,
    /** The budget allows a run, its intent is not committed. */
    RUN_PLANNED,
    /** The intent and its reservation are committed, the scheduler was not called. */
    RUN_INTENT_COMMITTED,
    /** The request is on its way to the scheduler and has not arrived. */
    REQUEST_SENT,
    /** The scheduler has the request, its reply is lost. */
    REQUEST_ACCEPTED,
    /** The reply with the scheduler's id was read, it is not recorded. */
    RUN_ID_RECEIVED,
    /** The id is recorded, the run is under way with at most one arm done. */
    RUN_ID_COMMITTED,
    /** The scheduler says that a run has ended, its result was not read. */
    RUN_ENDED,
    /** The result of a run is written under a temporary name. */
    RESULT_FILE_WRITTEN,
    /** The measurements of a run are committed. */
    RESULT_COMMITTED,
    /** An experiment is compared, the comparison is not stored. */
    COMPARED,
    /** The comparison is stored. */
    COMPARISON_COMMITTED,
    /** Some of the panel have voted, no vote is stored. */
    PANEL_VOTING,
    /** All votes are in, neither they nor their consequence are stored. */
    PANEL_VOTED,
    /** A verdict is committed together with what follows from it. */
    VERDICT_COMMITTED,
    /** The gate was asked; that it was is not yet committed. */
    REVIEW_REQUESTED,
    /** The gate's answer was read, it is not acted upon. */
    REVIEW_ANSWERED,
    /** The promotion is made up, it is not recorded. */
    PROMOTION_DRAFTED,
    /** The promotion is recorded. */
    PROMOTION_COMMITTED,
    /** An idea was fetched, it is not recorded. */
    IDEA_FETCHED,
    /** An idea has become a hypothesis. */
    IDEA_INJECTED,
    /** Recovery, before it looks an unconfirmed submission up. */
    RECOVERY_STARTED,
    /** Recovery, after the look-up and before its outcome is recorded. */
    RUN_LOOKED_UP,
    /** Recovery, after its outcome is recorded. */
    RECOVERY_COMMITTED,
    /** What a call of a model may cost is set aside, the model was not asked. */
    CALL_RESERVED,
    /** Between the statements of a change of schema and the record of it. */
    MIGRATION_APPLIED,
    /** A copy of the ledger is written under a temporary name. */
    COPY_WRITTEN
}
