package dev.amdahl.core.refute;

import dev.amdahl.spi.experiment.Vote;
import java.util.List;
import java.util.stream.Stream;

/**
 * How the panel voted. Immutable.
 *
 * @param votes one per refuter, then one per fact that vetoes, named {@code facts:CHECK}, then what advisers say that do not refute
 * @param vetoed whether a fact vetoes the claim
 * @param upholds refuters that uphold it
 * @param refuters how many have a vote; abstentions count
 * @param survives a strict majority upholds, of all refuters and of the built-in ones, and nothing vetoes
 * @param notApplicable checks that job and host cannot supply, to be shown at the gate
 * @param reason in one line
 */
public record PanelResult(
        List<Vote> votes,
        boolean vetoed,
        int upholds,
        int refuters,
        boolean survives,
        List<String> notApplicable,
        String reason) {
    public PanelResult {
        votes = List.copyOf(votes);
        notApplicable = List.copyOf(notApplicable);
    }

    PanelResult and(List<Vote> silent) {
        return new PanelResult(
                Stream.concat(votes.stream(), silent.stream()).toList(),
                vetoed,
                upholds,
                refuters,
                survives,
                notApplicable,
                reason);
    }
}
