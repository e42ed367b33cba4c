package dev.amdahl.examples.cli.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewFiles;
import dev.amdahl.core.internal.report.claim.Examined;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Hypotheses;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Outcomes;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;

/** {@code review list}: the wins that wait. */
@Command(
        name = "list",
        description =
                "List the wins that wait for a person, largest effect first, and the answers that wait for a cycle.",
        footer = "  amdahl review list --ledger ./amdahl")
final class ReviewListCommand extends CliCommand {
    @Override
    public Answer answer() {
        String url = requireLedger();
        LedgerView view = LedgerReader.view(url);
        Map<String, ReviewAnswer> answers = answers(url);
        List<Dossier> waiting = view.dossiers().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .sorted(Comparator.comparingDouble(dossier -> ratio(dossier).orElse(1)))
                .toList();
        ObjectNode json = Json.object();
        json.set("waiting", Json.array(waiting, dossier -> {
            ObjectNode row = Outcomes.row(view, dossier);
            row.set("change", Hypotheses.change(dossier.hypothesis().change()));
            row.set("answer", json(answer(answers, dossier).map(ReviewAnswer::review)));
            row.set("notes", Hypotheses.notes(dossier));
            return row.put("evidence_head", dossier.evidenceHead());
        }));
        Table table = new Table("id", "job", "change", "effect", "panel", "answer");
        waiting.forEach(dossier -> table.row(
                dossier.id(),
                dossier.hypothesis().family(),
                dossier.hypothesis().title(),
                Words.change(ratio(dossier)),
                Examined.of(dossier.votes()).brief(),
                answer(answers, dossier).map(ReviewListCommand::said).orElse(Words.NONE)));
        return Answer.of(json, waiting.isEmpty() ? "nothing waits" : table.toString());
    }

    private static OptionalDouble ratio(Dossier dossier) {
        return dossier.comparison().map(Comparison::ratio).orElse(OptionalDouble.empty());
    }

    /** Returns the newest answers that were left. */
    private static Map<String, ReviewAnswer> answers(String url) {
        return LedgerLocation.of(url)
                .reviews()
                .map(folder -> new ReviewFiles(folder).newest())
                .orElse(Map.of());
    }

    private static Optional<ReviewAnswer> answer(Map<String, ReviewAnswer> answers, Dossier dossier) {
        return Optional.ofNullable(answers.get(dossier.id())).filter(answer -> answer.isTo(dossier));
    }

    private static JsonNode json(Optional<Review> answer) {
        return answer.<JsonNode>map(review -> Json.object()
                        .put("decision", ReviewAnswer.decision(review))
                        .put("by", review.by())
                        .put("reason", review.reason())
                        .put("at", review.at().toString()))
                .orElse(JsonNodeFactory.instance.nullNode());
    }

    private static String said(ReviewAnswer answer) {
        Review review = answer.review();
        return (review.isApproved() ? "approved by " : "declined by ")
                + review.by()
                + ", for the next cycle"
                + (answer.signature().isEmpty() ? ", if it allows unsigned answers" : "");
    }
}
