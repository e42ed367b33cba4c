package dev.amdahl.core.ledger.view;

import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Rationale;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything the ledger holds on one hypothesis but its runs.
 *
 * @param hypothesis the claim
 * @param state where it stands
 * @param reason why it stands there
 * @param proposedAt when it was proposed
 * @param movedAt when it last changed its state
 * @param screening the numbers it was ranked by
 * @param experiment its design, once submitted
 * @param comparison the newest comparison
 * @param votes the panel's votes, once it has voted
 * @param verdict the verdict, once there is one
 * @param evidenceHead the head hash that a review must be given for; empty text before a review is asked
 * @param review the answer, once there is one
 * @param designedAtEvent sequence number of the event that fixed its design; 0 before
 * @param decidedAtEvent sequence number of the event that ended its experiment (left TESTING and CONFIRMING); 0 before
 * @param reopens why the same change was tried once more although it had ended before; empty for one that is new
 * @param rationale why its author believes in it, where it was said
 */
public record Dossier(
        Hypothesis hypothesis,
        HypothesisState state,
        String reason,
        Instant proposedAt,
        Instant movedAt,
        Screening screening,
        Optional<Experiment> experiment,
        Optional<Comparison> comparison,
        List<Vote> votes,
        Optional<Verdict> verdict,
        String evidenceHead,
        Optional<Review> review,
        long designedAtEvent,
        long decidedAtEvent,
        Optional<String> reopens,
        Optional<Rationale> rationale) {
    public Dossier {
        votes = List.copyOf(votes);
    }

    /** Returns the hypothesis's id. */
    public String id() {
        return hypothesis.id();
    }
}
