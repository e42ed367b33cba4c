package dev.amdahl.core.crash;

/** A place where a process may die between two steps that belong together: P propose, V verify, D dream, R recovery, M and C the file. */
public enum FailPoint {
    /** The lease is taken, nothing is done. */
    P0,
    /** The fleet was read for the scan, nothing of it is committed. */
    P1,
    /** What the scan found is committed. */
    P2,
    /** A profiler watches a running job, or an evidence run was handed over and runs. */
    P3,
    /** A file of evidence is written under a temporary name. */
    P4,
    /** A file of evidence has its name, no row speaks of it. */
    P5,
    /** The row that speaks of collected evidence is committed. */
    P6,
    /** An advisor has replied, nothing of the reply is recorded. */
    P7,
    /** The reply is there, a hypothesis made of it is not yet committed. */
    P8,
    /** A hypothesis is committed, its fingerprint is taken. */
    P9,
    /** A fresh work tree is checked out, the patch is applied, nothing is built. */
    P10,
    /** The build has ended, its tree is not yet marked as built. */
    P11,
    /** The variant is built, the design that names its tree is committed. */
    P12,
    /** The budget allows a run, its intent is not committed. */
    P13A,
    /** The intent and its reservation are committed, the scheduler was not called. */
    P13B,
    /** The request is on its way to the scheduler and has not arrived. */
    P14,
    /** The scheduler has the request, its reply is lost. */
    P15,
    /** The reply with the scheduler's id was read, it is not recorded. */
    P16,
    /** The id is recorded, the run is under way with at most one arm done. */
    P17,
    /** The scheduler says that a run has ended, its result was not read. */
    V1,
    /** The result of a run is written under a temporary name. */
    V2,
    /** The measurements of a run are committed. */
    V3,
    /** An experiment is compared, the comparison is not stored. */
    V4,
    /** The comparison is stored. */
    V5,
    /** Some of the panel have voted, no vote is stored. */
    V6,
    /** All votes are in, neither they nor their consequence are stored. */
    V7,
    /** A verdict is committed together with what follows from it. */
    V8,
    /** That the gate is asked is committed, the gate was not told. */
    V9,
    /** The gate's answer was read, it is not acted upon. */
    V10,
    /** The promotion is made up, it is not recorded. */
    V11,
    /** The promotion is recorded. */
    V12,
    /** An idea was fetched, it is not recorded. */
    D1,
    /** An idea has become a hypothesis. */
    D2,
    /** Recovery, before it looks an unconfirmed submission up. */
    R1,
    /** Recovery, after the look-up and before its outcome is recorded. */
    R2,
    /** Recovery, after its outcome is recorded. */
    R3,
    /** What a call of a model may cost is set aside, the model was not asked. */
    L1,
    /** Between the statements of a change of schema and the record of it. */
    M1,
    /** A copy of the ledger is written under a temporary name. */
    C1
}
