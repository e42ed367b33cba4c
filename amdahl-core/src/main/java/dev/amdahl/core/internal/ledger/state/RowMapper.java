package dev.amdahl.core.internal.ledger.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.amdahl.core.internal.ledger.store.Table;
import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.HostHealth;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.PlantedWins;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.ledger.view.TestRecord;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.core.ledger.view.TrackRecord;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Rationale;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What each part of the state looks like as a row. */
public final class RowMapper {
    /** Id of the totals over all days. */
    public static final String ALL = "all";

    private RowMapper() {}

    /** Returns the key under which the hypotheses of a family are found by the source of their provenance. */
    static String source(String family, String source) {
        return family + "/" + source;
    }

    /** Returns the id of an idea: a family finds each once. */
    static String id(Entry.IdeaFound found) {
        return found.family() + "/" + found.idea().id();
    }

    static String id(Snapshot.FoundIdea idea) {
        return id(idea.found());
    }

    static RowDraft of(Family family, long ordinal) {
        return row(Table.FAMILY, family.name(), ordinal, family);
    }

    static RowDraft of(Dossier dossier, long ordinal) {
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
                dossier.reopens(),
                dossier.rationale(),
                Optional.of(dossier.steering()).filter(steering -> !steering.equals(Dossier.Steering.NONE)));
        return row(
                Table.HYPOTHESIS,
                hypothesis.id(),
                ordinal,
                claim,
                hypothesis.family(),
                hypothesis.fingerprint().hex(),
                dossier.state().name(),
                source(hypothesis.family(), hypothesis.provenance().source()));
    }

    static RowDraft of(Experiment experiment, long ordinal) {
        return row(Table.EXPERIMENT, experiment.hypothesis(), ordinal, experiment);
    }

    static RowDraft of(Run run, long ordinal) {
        RunPlan plan = run.plan();
        return row(
                Table.TRIAL,
                plan.key(),
                ordinal,
                run,
                plan.family(),
                plan.hypothesis(),
                run.state().name(),
                plan.purpose().isOfExperiment() ? "" : plan.family());
    }

    static RowDraft of(Panel panel, long ordinal) {
        return row(Table.VOTE, panel.hypothesis(), ordinal, panel);
    }

    static RowDraft of(String hypothesis, TestRecord test, long ordinal) {
        return row(Table.TEST, hypothesis, ordinal, test);
    }

    static RowDraft of(Totals totals, long ordinal) {
        Sums sums = new Sums(
                totals.spent(),
                totals.hypotheses(),
                totals.classes(),
                totals.tests(),
                totals.sources(),
                totals.refuters(),
                totals.searchedAt(),
                Optional.of(totals.unfit()).filter(unfit -> !unfit.isEmpty()),
                Optional.of(totals.clusters()).filter(clusters -> !clusters.isEmpty()),
                Optional.of(totals.planted()).filter(planted -> planted.begun() > 0));
        return row(Table.TOTAL, ALL, ordinal, sums);
    }

    static RowDraft of(Totals totals, LocalDate day, long ordinal) {
        return row(
                Table.TOTAL,
                day.toString(),
                ordinal,
                Sums.NONE.spent(totals.spentOn().getOrDefault(day, Map.of())));
    }

    static RowDraft of(Verdict verdict, long ordinal) {
        return row(
                Table.VERDICT,
                verdict.hypothesis().id(),
                ordinal,
                verdict,
                verdict.state().name());
    }

    static RowDraft of(Review review, long ordinal) {
        return row(Table.REVIEW, review.id(), ordinal, review, review.by());
    }

    static RowDraft of(Cost cost, long ordinal) {
        return row(Table.COST, Long.toString(ordinal), ordinal, cost);
    }

    static RowDraft of(Entry.EvidenceKept kept, long ordinal) {
        return row(Table.EVIDENCE, Long.toString(ordinal), ordinal, kept, kept.key(), kept.digest());
    }

    static RowDraft of(ModelCall call, long ordinal) {
        return row(Table.MODEL_CALL, call.id(), ordinal, call, call.question(), call.about());
    }

    static RowDraft of(Balance balance, long ordinal) {
        return row(Table.BALANCE, "balance", ordinal, balance);
    }

    static RowDraft of(String key, Balance.Reservation reservation, long ordinal) {
        return row(Table.RESERVATION, key, ordinal, reservation);
    }

    static RowDraft of(String id, Snapshot.FoundIdea idea, long ordinal) {
        return row(Table.IDEA, id, ordinal, idea, idea.found().family(), Boolean.toString(idea.isUsed()));
    }

    static RowDraft of(Entry.ReviewerAdmitted reviewer, long ordinal) {
        return row(Table.REVIEWER, reviewer.name(), ordinal, reviewer);
    }

    static RowDraft of(RecipeStanding standing, long ordinal) {
        return row(Table.RECIPE, standing.recipe().id(), ordinal, standing);
    }

    static RowDraft once(String what, long ordinal) {
        return row(Table.ONCE, what, ordinal, "");
    }

    private static RowDraft row(Table table, String id, long ordinal, Object body, String... keys) {
        return new RowDraft(table, id, ordinal, List.of(keys), body);
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
            Optional<String> reopens,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Rationale> rationale,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Dossier.Steering> steering) {}

    /** The votes on one hypothesis. */
    record Panel(String hypothesis, List<Vote> votes) {
        static Optional<Panel> of(Dossier dossier) {
            return dossier.votes().isEmpty() ? Optional.empty() : Optional.of(new Panel(dossier.id(), dossier.votes()));
        }
    }

    /** Totals without the days, or of one day. */
    record Sums(
            Map<Cost.Kind, Double> spent,
            Map<HypothesisState, Long> hypotheses,
            Map<Bottleneck, Totals.Tally> classes,
            int tests,
            Map<String, Totals.Tally> sources,
            Map<String, TrackRecord> refuters,
            Optional<Instant> searchedAt,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Map<String, String>> unfit,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Map<String, HostHealth.ClusterVerdict>> clusters,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<PlantedWins> planted) {
        static final Sums NONE = new Sums(
                Map.of(),
                Map.of(),
                Map.of(),
                0,
                Map.of(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());

        Sums spent(Map<Cost.Kind, Double> on) {
            return new Sums(on, hypotheses, classes, tests, sources, refuters, searchedAt, unfit, clusters, planted);
        }
    }
}
