package dev.amdahl.examples.cli.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewFiles;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.internal.report.ReportTable;
import dev.amdahl.core.internal.report.claim.Examined;
import dev.amdahl.core.internal.report.claim.ReportText;
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
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.ExpectedSaving;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code review list}: the wins that wait. */
@Command(
        name = "list",
        description =
                "List the wins that wait for a person, largest saving first, and the answers that wait for a cycle.",
        footer = "  amdahl review list --ledger ./amdahl")
final class ReviewListCommand extends CliCommand {

    @Option(
            names = "--jobs",
            paramLabel = "FILE",
            description = "The jobs file, for prices and runs per week; default amdahl.yaml.")
    private @Nullable Path jobs;

    /** What waits, what the loop said that it is worth, and the answer that was left. */
    private record Waiting(
            Dossier dossier, Optional<ExpectedSaving> saving, Optional<ReviewAnswer> answer, boolean isSigned) {
        /** By the jobs that are declared, as the report has it, else as the loop said when it asked. */
        static Waiting of(
                LedgerView view,
                Dossier dossier,
                Optional<ReviewFiles> files,
                Map<String, ReviewAnswer> answers,
                Function<Dossier, Optional<ExpectedSaving>> worth) {
            Optional<ReviewAnswer> answer =
                    Optional.ofNullable(answers.get(dossier.id())).filter(given -> given.isTo(dossier));
            return new Waiting(
                    dossier,
                    worth.apply(dossier).or(() -> files.flatMap(known -> known.saving(dossier.id()))),
                    answer,
                    answer.isPresent() && files.orElseThrow().isSigned(answer.get(), view));
        }

        double hours() {
            return saving.map(ExpectedSaving::acceleratorHoursPerWeek).orElse(-1.0);
        }

        OptionalDouble ratio() {
            return dossier.comparison().map(Comparison::ratio).orElse(OptionalDouble.empty());
        }
    }

    @Override
    public Answer answer() {
        String url = requireLedger();
        LedgerView view = LedgerReader.view(url);
        Optional<ReviewFiles> files = LedgerLocation.of(url).reviews().map(ReviewFiles::new);
        Map<String, ReviewAnswer> answers = files.map(ReviewFiles::newest).orElse(Map.of());
        Function<Dossier, Optional<ExpectedSaving>> worth = ReportTable.worth(
                view, ReportInputs.builder().jobs(JobsFile.declared(jobs)).build());
        List<Waiting> waiting = view.dossiers().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .map(dossier -> Waiting.of(view, dossier, files, answers, worth))
                .sorted(Comparator.comparingDouble(Waiting::hours)
                        .reversed()
                        .thenComparingDouble(win -> win.ratio().orElse(1)))
                .toList();
        ObjectNode json = Json.object();
        json.set("waiting", Json.array(waiting, win -> row(view, win)));
        return Answer.of(
                json, waiting.isEmpty() ? "nothing waits" : table(waiting).toString());
    }

    private static ObjectNode row(LedgerView view, Waiting win) {
        ObjectNode row = Outcomes.row(view, win.dossier());
        row.set("change", Hypotheses.change(win.dossier().hypothesis().change()));
        row.set("saving", orNull(win.saving().map(ReviewListCommand::json)));
        row.set(
                "answer",
                orNull(win.answer().map(answer -> json(answer.review()).put("signed", win.isSigned()))));
        row.set("notes", Hypotheses.notes(win.dossier()));
        return row.put("evidence_head", win.dossier().evidenceHead());
    }

    /** Savings have a column where the loop could say one: it needs to know how often a job runs. */
    private static Table table(List<Waiting> waiting) {
        boolean hasSavings = waiting.stream().anyMatch(win -> win.saving().isPresent());
        Table table = new Table(Stream.of("id", "job", "change", "effect", "saves a week", "panel", "answer")
                .filter(name -> hasSavings || !name.equals("saves a week"))
                .toArray(String[]::new));
        for (Waiting win : waiting) {
            List<String> cells = new ArrayList<>(List.of(
                    win.dossier().id(),
                    win.dossier().hypothesis().family(),
                    win.dossier().hypothesis().title(),
                    Words.change(win.ratio())));
            if (hasSavings) {
                cells.add(win.saving()
                        .map(saving -> ReportText.hours(saving.acceleratorHoursPerWeek()))
                        .orElse(Words.NONE));
            }
            cells.add(Examined.of(win.dossier().votes()).brief());
            cells.add(win.answer().map(answer -> said(answer, win.isSigned())).orElse(Words.NONE));
            table.row(cells.toArray(String[]::new));
        }
        return table;
    }

    private static JsonNode orNull(Optional<ObjectNode> known) {
        return known.<JsonNode>map(Function.identity()).orElse(JsonNodeFactory.instance.nullNode());
    }

    private static ObjectNode json(ExpectedSaving saving) {
        return Json.object()
                .put("accelerator_hours_per_week", saving.acceleratorHoursPerWeek())
                .put("at_least_hours_per_week", saving.atLeastHoursPerWeek())
                .put("money_per_week", saving.moneyPerWeek())
                .put("currency", saving.currency());
    }

    private static ObjectNode json(Review review) {
        return Json.object()
                .put("decision", ReviewAnswer.decision(review))
                .put("by", review.by())
                .put("reason", review.reason())
                .put("at", review.at().toString());
    }

    private static String said(ReviewAnswer answer, boolean isSigned) {
        Review review = answer.review();
        return (review.isApproved() ? "approved by " : "declined by ")
                + review.by()
                + (isSigned
                        ? ", for the next cycle"
                        : ", not signed with a known key: counts only if the policy allows it");
    }
}
