package dev.amdahl.core.ledger;

import dev.amdahl.core.ledger.store.Row;
import dev.amdahl.core.ledger.store.Table;
import dev.amdahl.core.roi.Balance;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What each part of the state looks like as a row. */
final class Rows {
    private Rows() {}

    static Row of(Family family, long ordinal) {
        return row(Table.FAMILY, family.name(), ordinal, family);
    }

    static Row of(Dossier dossier, long ordinal) {
        Hypothesis hypothesis = dossier.hypothesis();
        Claim claim = new Claim(
                hypothesis,
                dossier.state(),
                dossier.reason(),
                dossier.proposedAt(),
                dossier.movedAt(),
                dossier.screening(),
                dossier.comparison(),
                dossier.evidenceHead(),
                dossier.designedAtEvent(),
                dossier.decidedAtEvent(),
                dossier.reopens());
        return row(
                Table.HYPOTHESIS,
                hypothesis.id(),
                ordinal,
                claim,
                hypothesis.family(),
                hypothesis.fingerprint().hex(),
                dossier.state().name());
    }

    static Row of(Experiment experiment, long ordinal) {
        return row(Table.EXPERIMENT, experiment.hypothesis(), ordinal, experiment);
    }

    static Row of(Run run, long ordinal) {
        Submission submission = new Submission(run.plan(), run.state(), run.worker(), run.note(), run.intendedAt());
        return row(
                Table.TRIAL,
                run.plan().key(),
                ordinal,
                submission,
                run.plan().family(),
                run.plan().hypothesis(),
                run.state().name());
    }

    static Row of(String key, RunResult result, long ordinal) {
        return row(Table.SAMPLE, key, ordinal, result);
    }

    static Row of(String hypothesis, int place, Vote vote, long ordinal) {
        String id = hypothesis + "/" + String.format(Locale.ROOT, "%03d", place);
        return row(Table.VOTE, id, ordinal, vote, hypothesis, vote.refuter());
    }

    static Row of(Verdict verdict, long ordinal) {
        return row(
                Table.VERDICT,
                verdict.hypothesis().id(),
                ordinal,
                verdict,
                verdict.state().name());
    }

    static Row of(Review review, long ordinal) {
        return row(Table.REVIEW, review.id(), ordinal, review, review.by());
    }

    static Row of(Cost cost, long ordinal) {
        return row(
                Table.COST,
                Long.toString(ordinal),
                ordinal,
                cost,
                cost.subject(),
                cost.kind().name());
    }

    static Row of(Balance balance, long ordinal) {
        return row(Table.BALANCE, "balance", ordinal, balance);
    }

    static Row of(String key, Balance.Reservation reservation, long ordinal) {
        return row(Table.RESERVATION, key, ordinal, reservation);
    }

    static Row of(String id, Snapshot.FoundIdea idea, long ordinal) {
        return row(Table.IDEA, id, ordinal, idea, idea.found().family());
    }

    static Row of(Entry.ReviewerAdmitted reviewer, long ordinal) {
        return row(Table.REVIEWER, reviewer.name(), ordinal, reviewer);
    }

    private static Row row(Table table, String id, long ordinal, Object body, String... keys) {
        return new Row(table, id, ordinal, List.of(keys), EntryCodec.write(body));
    }

    /** A dossier without the parts that have tables of their own. */
    record Claim(
            Hypothesis hypothesis,
            HypothesisState state,
            String reason,
            Instant proposedAt,
            Instant movedAt,
            Screening screening,
            Optional<Comparison> comparison,
            String evidenceHead,
            long designedAtEvent,
            long decidedAtEvent,
            Optional<String> reopens) {}

    /** A run without its result. */
    record Submission(RunPlan plan, RunState state, Optional<WorkerRunId> worker, String note, Instant intendedAt) {}
}
