package dev.amdahl.core.refute;

import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.Vote.Ballot;
import java.util.List;
import java.util.OptionalInt;

/**
 * The panel's verdict on a claim.
 *
 * @param outcome what follows
 * @param votes the examination of all pairs, then one per subset of them where there are enough, one per plug-in refuter, one per fact that
 *     vetoes, named {@code facts:CHECK}, and last what advisers say that do not refute
 * @param pairs how many were examined
 * @param upholds subsets of the pairs that uphold the claim, as all of them do; 0 where there are none
 * @param subsets how many subsets were examined: 0 where the pairs are too few to leave any out
 * @param looked checks that looked and found nothing
 * @param notApplicable checks that job and host cannot supply, to be shown at the gate
 * @param wanted pairs that are asked for in addition where the claim cannot be judged by those there are; else 0
 * @param reason in one line
 */
public record PanelResult(
        Outcome outcome,
        List<Vote> votes,
        int pairs,
        int upholds,
        int subsets,
        List<String> looked,
        List<String> notApplicable,
        int wanted,
        String reason) {

    /** How often more pairs may be asked for. */
    public static final int ROUNDS = 3;

    /** The outcome of an examination. */
    public enum Outcome {
        /** Nothing speaks against the claim. */
        SURVIVES,
        /** A fact about the change speaks against it. */
        REFUTED,
        /** The record does not allow a judgement: more pairs are asked for. */
        UNSETTLED
    }

    public PanelResult {
        votes = List.copyOf(votes);
        looked = List.copyOf(looked);
        notApplicable = List.copyOf(notApplicable);
    }

    /**
     * Returns the pairs that the claim is to have in all before it is examined again.
     *
     * @param asked how often the panel has asked for more before
     * @param cap pairs that the design allows in all
     * @return empty if it may have no more: then it stays open what it is
     */
    public OptionalInt target(int asked, int cap) {
        int target = Math.min(cap, pairs + Math.max(1, wanted));
        return outcome == Outcome.UNSETTLED && asked < ROUNDS && target > pairs
                ? OptionalInt.of(target)
                : OptionalInt.empty();
    }

    /** Returns whether nothing speaks against the claim. */
    public boolean survives() {
        return outcome == Outcome.SURVIVES;
    }

    /** Returns whether a fact vetoes the claim. */
    public boolean vetoed() {
        return votes.stream().anyMatch(vote -> vote.isVeto() && vote.ballot() == Ballot.REFUTES);
    }
}
