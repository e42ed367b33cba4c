package dev.amdahl.spi.hypothesis;

import java.util.EnumSet;
import java.util.Set;

/** The state of a hypothesis. Every transition is one ledger transaction. */
public enum HypothesisState {
    /** Offered, not looked at yet. */
    PROPOSED,
    /** Could not pay for its own test. */
    SCREENED_OUT,
    /** Waits for a metric that was not measured. */
    NEEDS_EVIDENCE,
    /** Waits for a job that declares a lever for it. */
    NEEDS_LEVER,
    /** Waits for a machine that has the sandbox which its patch is built, run or compared in. */
    NEEDS_SANDBOX,
    /** Its variant is being built. */
    BUILDING,
    /** Its patch was refused, does not build, or fails the tests of its job. */
    BUILD_FAILED,
    /** In the first set of trials. */
    TESTING,
    /** No effect of a size that matters: the interval lies inside the minimum practical effect. */
    NO_EFFECT,
    /** Nothing was seen, and an effect that matters is not ruled out; tried again when the noise has fallen. */
    NOT_SEEN,
    /** Slower. */
    REGRESSION,
    /** The trials ran out before it was decided. */
    INCONCLUSIVE,
    /** The unchanged job fails. */
    RUN_FAILED,
    /** In the confirmation set. */
    CONFIRMING,
    /** A would-be win whose record does not allow a judgement yet: the pairs that are missing are run. */
    NEEDS_RERUN,
    /** The confirmation did not hold. */
    NOT_REPLICATED,
    /** A win that the panel upholds. */
    SURVIVED,
    /** A fact about the change speaks against it; never tried again in its epoch. */
    REFUTED,
    /** Waits for a person. */
    IN_REVIEW,
    /** Approved; part of the incumbent. */
    PROMOTED,
    /** A person said no. */
    DECLINED,
    /** Code or accelerator changed, or it was shown too long ago. */
    STALE,
    /** Promoted, and no longer worth half of what was shown. */
    DECAYED,
    /** A planted win that the panel upholds: the loop finds what it should. */
    FOUND,
    /** Given up on request. */
    CANCELLED,
    /** Its time, or its epoch, is over. */
    EXPIRED;

    private static final Set<HypothesisState> PARKED = EnumSet.of(NEEDS_EVIDENCE, NEEDS_LEVER, NEEDS_SANDBOX);
    private static final Set<HypothesisState> OPEN =
            EnumSet.of(PROPOSED, BUILDING, TESTING, CONFIRMING, NEEDS_RERUN, SURVIVED, IN_REVIEW);

    /** Waiting for a measurement, a lever or a sandbox; neither open nor ended. */
    public boolean isParked() {
        return PARKED.contains(this);
    }

    /** Still to be decided by the loop or by a person. */
    public boolean isOpen() {
        return OPEN.contains(this);
    }

    /** Trials of it may be running. */
    public boolean isInExperiment() {
        return this == BUILDING || isUnderTest();
    }

    /** It has a design, and its trials are being run and judged. */
    public boolean isUnderTest() {
        return this == TESTING || this == CONFIRMING || this == NEEDS_RERUN;
    }

    /** Ended with a verdict. A promoted change may still decay. */
    public boolean isTerminal() {
        return !isOpen() && !isParked();
    }

    /** Returns whether the arrow exists in the state diagram. */
    public boolean canBecome(HypothesisState next) {
        if (next == CANCELLED || next == EXPIRED) {
            return !isTerminal();
        }
        return switch (this) {
            case PROPOSED ->
                EnumSet.of(SCREENED_OUT, NEEDS_EVIDENCE, NEEDS_LEVER, NEEDS_SANDBOX, BUILDING, TESTING, RUN_FAILED)
                        .contains(next);
            case NEEDS_EVIDENCE, NEEDS_LEVER, NEEDS_SANDBOX ->
                next == PROPOSED || next == SCREENED_OUT || next == RUN_FAILED;
            case BUILDING -> next == BUILD_FAILED || next == RUN_FAILED || next == TESTING;
            case TESTING ->
                EnumSet.of(NO_EFFECT, NOT_SEEN, REGRESSION, INCONCLUSIVE, RUN_FAILED, REFUTED, CONFIRMING)
                        .contains(next);
            case CONFIRMING ->
                EnumSet.of(NOT_REPLICATED, NEEDS_RERUN, SURVIVED, FOUND, REFUTED, INCONCLUSIVE, RUN_FAILED)
                        .contains(next);
            case NEEDS_RERUN ->
                EnumSet.of(SURVIVED, FOUND, REFUTED, INCONCLUSIVE, RUN_FAILED).contains(next);
            case SURVIVED -> next == IN_REVIEW;
            case IN_REVIEW -> EnumSet.of(PROMOTED, DECLINED, STALE, CONFIRMING).contains(next);
            case PROMOTED -> next == DECAYED;
            default -> false;
        };
    }
}
