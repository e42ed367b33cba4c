package dev.amdahl.spi.experiment;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What one refuter says. Immutable.
 *
 * @param refuter its name
 * @param ballot its vote
 * @param isVeto whether it is a hard fact that no majority can outvote
 * @param reason in one line
 * @param number the figure it rests on; empty if none
 * @param threshold what the figure is held against; empty if none
 * @param notApplicable checks that this job and host cannot supply
 */
public record Vote(
        String refuter,
        Ballot ballot,
        boolean isVeto,
        String reason,
        OptionalDouble number,
        OptionalDouble threshold,
        List<String> notApplicable) {

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
    }
}
