package dev.amdahl.core.internal.ledger.state;

import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A copy of a dossier with some parts replaced. Not thread-safe. */
final class DossierChange {
    private final Dossier from;
    private HypothesisState state;
    private String reason;
    private Instant movedAt;
    private Screening screening;
    private Optional<Experiment> experiment;
    private Optional<Comparison> comparison;
    private List<Vote> votes;
    private Optional<Verdict> verdict;
    private String evidenceHead;
    private Optional<Review> review;
    private long designedAt;
    private long decidedAt;
    private Dossier.Steering steering;

    DossierChange(Dossier from) {
        this.from = from;
        state = from.state();
        reason = from.reason();
        movedAt = from.movedAt();
        screening = from.screening();
        experiment = from.experiment();
        comparison = from.comparison();
        votes = from.votes();
        verdict = from.verdict();
        evidenceHead = from.evidenceHead();
        review = from.review();
        designedAt = from.designedAtEvent();
        decidedAt = from.decidedAtEvent();
        steering = from.steering();
    }

    DossierChange state(HypothesisState now, String why, Instant at) {
        state = now;
        reason = why;
        movedAt = at;
        return this;
    }

    DossierChange screening(Screening now) {
        screening = now;
        return this;
    }

    DossierChange experiment(Experiment now) {
        experiment = Optional.of(now);
        return this;
    }

    DossierChange designedAt(long seq) {
        designedAt = seq;
        return this;
    }

    /** The first end counts; a later confirmation on a new incumbent does not move it. */
    DossierChange decidedAt(long seq) {
        decidedAt = decidedAt == 0 ? seq : decidedAt;
        return this;
    }

    DossierChange comparison(Comparison now) {
        comparison = Optional.of(now);
        return this;
    }

    /** A new set decides again: what was measured stays, what it was taken to mean does not. */
    DossierChange undecided() {
        comparison = comparison.map(known -> new Comparison(
                known.pairs(),
                known.firstEvidence(),
                known.confirmationEvidence(),
                known.ratio(),
                known.lower(),
                known.upper(),
                Optional.empty(),
                known.reason()));
        return this;
    }

    DossierChange votes(List<Vote> now) {
        votes = now;
        return this;
    }

    DossierChange verdict(Verdict now) {
        verdict = Optional.of(now);
        return this;
    }

    /** An answer to an earlier question does not count for this one. */
    DossierChange asked(String head) {
        evidenceHead = head;
        review = Optional.empty();
        return this;
    }

    DossierChange review(Review now) {
        review = Optional.of(now);
        return this;
    }

    DossierChange steering(Dossier.Steering now) {
        steering = now;
        return this;
    }

    Dossier build() {
        return new Dossier(
                from.hypothesis(),
                state,
                reason,
                from.proposedAt(),
                movedAt,
                screening,
                experiment,
                comparison,
                votes,
                verdict,
                evidenceHead,
                review,
                designedAt,
                decidedAt,
                from.reopens(),
                from.rationale(),
                steering);
    }
}
