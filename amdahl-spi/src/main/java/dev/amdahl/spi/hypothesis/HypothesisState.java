package dev.amdahl.spi.hypothesis;

import java.util.EnumSet;
import java.util.Set;

/** Where a hypothesis stands. Every move between two states is one ledger transaction. */
public enum HypothesisState {
    PROPOSED,
    SCREENED_OUT,
    NEEDS_EVIDENCE,
    NEEDS_LEVER,
    BUILDING,
    BUILD_FAILED,
    TESTING,
    NO_EFFECT,
    REGRESSION,
    INCONCLUSIVE,
    RUN_FAILED,
    CONFIRMING,
    NOT_REPLICATED,
    SURVIVED,
    REFUTED,
    IN_REVIEW,
    PROMOTED,
    DECLINED,
    STALE,
    DECAYED,
    CANCELLED,
    EXPIRED;

    private static final Set<HypothesisState> PARKED = EnumSet.of(NEEDS_EVIDENCE, NEEDS_LEVER);
    private static final Set<HypothesisState> OPEN =
            EnumSet.of(PROPOSED, BUILDING, TESTING, CONFIRMING, SURVIVED, IN_REVIEW);

    /** Waiting for a measurement or a lever; neither open nor ended. */
    public boolean isParked() {
        return PARKED.contains(this);
    }

    /** Still to be decided by the loop or by a person. */
    public boolean isOpen() {
        return OPEN.contains(this);
    }

    /** Trials of it may be running. */
    public boolean isInExperiment() {
        return this == BUILDING || this == TESTING || this == CONFIRMING;
    }

    /** Ended with a verdict. A promoted change may still decay. */
    public boolean isTerminal() {
        return !isOpen() && !isParked();
    }

    /** Whether the arrow exists in the state diagram. */
    public boolean canBecome(HypothesisState next) {
        if (next == CANCELLED || next == EXPIRED) {
            return !isTerminal();
        }
        return switch (this) {
            case PROPOSED ->
                EnumSet.of(SCREENED_OUT, NEEDS_EVIDENCE, NEEDS_LEVER, BUILDING, TESTING, RUN_FAILED)
                        .contains(next);
            case NEEDS_EVIDENCE, NEEDS_LEVER -> next == PROPOSED || next == SCREENED_OUT || next == RUN_FAILED;
            case BUILDING -> next == BUILD_FAILED || next == TESTING;
            case TESTING ->
                EnumSet.of(NO_EFFECT, REGRESSION, INCONCLUSIVE, RUN_FAILED, REFUTED, CONFIRMING)
                        .contains(next);
            case CONFIRMING ->
                EnumSet.of(NOT_REPLICATED, SURVIVED, REFUTED, INCONCLUSIVE, RUN_FAILED)
                        .contains(next);
            case SURVIVED -> next == IN_REVIEW;
            case IN_REVIEW -> EnumSet.of(PROMOTED, DECLINED, STALE, CONFIRMING).contains(next);
            case PROMOTED -> next == DECAYED;
            default -> false;
        };
    }
}
