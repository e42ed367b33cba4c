package dev.amdahl.core.ledger.view;

import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.Vote.Ballot;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.HashMap;
import java.util.Map;

/**
 * The track record of a refuter, by what became of the claims it judged: a claim that is promoted and not decayed was right; one that
 * decayed, or that others than this refuter refuted, was wrong. Claims that nothing has decided yet, and those that it refuted alone, do
 * not count.
 *
 * @param rightRefutations claims it refuted that were wrong
 * @param refutations claims it refuted that were decided
 * @param rightSilences claims it did not refute that were right
 * @param silences claims it did not refute that were decided
 */
public record TrackRecord(long rightRefutations, long refutations, long rightSilences, long silences) {
    /** Nothing is decided. */
    public static final TrackRecord NONE = new TrackRecord(0, 0, 0, 0);

    private static final int MIN = 4;

    /** Returns whether so many of its refutations were wrong that it has no vote: fewer than half of at least {@value #MIN}. */
    public boolean isMuted() {
        return refutations >= MIN && 2 * rightRefutations < refutations;
    }

    /** Claims it examined that were decided. */
    public long judged() {
        return refutations + silences;
    }

    /** Returns those of them that it got right. */
    public long right() {
        return rightRefutations + rightSilences;
    }

    /** Returns what one hypothesis adds to the record of each refuter that voted on it. */
    static Map<String, TrackRecord> of(Dossier dossier) {
        HypothesisState state = dossier.state();
        boolean isRight = state == HypothesisState.PROMOTED;
        if (!isRight && state != HypothesisState.DECAYED && state != HypothesisState.REFUTED) {
            return Map.of();
        }
        Map<String, TrackRecord> records = new HashMap<>();
        for (Vote vote : dossier.votes()) {
            boolean isAgainst = vote.ballot() == Ballot.REFUTES;
            boolean isAlone = state == HypothesisState.REFUTED
                    && isAgainst
                    && dossier.votes().stream()
                            .noneMatch(other -> other.ballot() == Ballot.REFUTES
                                    && !other.refuter().equals(vote.refuter()));
            if (!isAlone) {
                records.put(vote.refuter(), of(isAgainst, isRight));
            }
        }
        return records;
    }

    private static TrackRecord of(boolean isAgainst, boolean isClaimRight) {
        return isAgainst
                ? new TrackRecord(isClaimRight ? 0 : 1, 1, 0, 0)
                : new TrackRecord(0, 0, isClaimRight ? 1 : 0, 1);
    }

    TrackRecord plus(TrackRecord more, int sign) {
        return new TrackRecord(
                rightRefutations + sign * more.rightRefutations,
                refutations + sign * more.refutations,
                rightSilences + sign * more.rightSilences,
                silences + sign * more.silences);
    }
}
