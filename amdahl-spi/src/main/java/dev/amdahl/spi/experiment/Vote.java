package dev.amdahl.spi.experiment;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The vote of one refuter.
 *
 * @param refuter its name
 * @param ballot its vote
 * @param isVeto whether it is a hard fact that no majority can outvote
 * @param reason in one line
 * @param number the figure it rests on; empty if none
 * @param threshold what the figure is held against; empty if none
 * @param notApplicable checks that this job and host cannot supply
 * @param looked checks that had what they need and speak not against the claim; empty for who keeps no list
 */
public record Vote(
        String refuter,
        Ballot ballot,
        boolean isVeto,
        String reason,
        OptionalDouble number,
        OptionalDouble threshold,
        List<String> notApplicable,
        List<String> looked) {

    /** For or against. */
    public enum Ballot {
        /** A check fired. */
        REFUTES,
        /** None fired, and nothing was missing. */
        UPHOLDS,
        /** Something that should have been recorded is missing. Not support. */
        ABSTAINS
    }

    public Vote {
        notApplicable = List.copyOf(notApplicable);
        looked = List.copyOf(looked);
    }

    /** Returns the vote of one who keeps no list of checks that looked. */
    public Vote(
            String refuter,
            Ballot ballot,
            boolean isVeto,
            String reason,
            OptionalDouble number,
            OptionalDouble threshold,
            List<String> notApplicable) {
        this(refuter, ballot, isVeto, reason, number, threshold, notApplicable, List.of());
    }
}
