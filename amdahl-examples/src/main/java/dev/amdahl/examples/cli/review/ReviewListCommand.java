package dev.amdahl.examples.cli.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.LedgerReader;
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
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.List;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;

/** {@code review list}: the wins that wait. */
@Command(
        name = "list",
        description = "List the wins that wait for a person.",
        footer = "  amdahl review list --ledger ./amdahl")
final class ReviewListCommand extends CliCommand {
    @Override
    public Answer answer() {
        LedgerView view = LedgerReader.view(requireLedger());
        List<Dossier> waiting = view.dossiers().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .toList();
        ObjectNode json = Json.object();
        json.set("waiting", Json.array(waiting, dossier -> {
            ObjectNode row = Outcomes.row(view, dossier);
            row.set("change", Hypotheses.change(dossier.hypothesis().change()));
            return row.put("evidence_head", dossier.evidenceHead());
        }));
        Table table = new Table("id", "job", "change", "effect", "votes");
        waiting.forEach(dossier -> table.row(
                dossier.id(),
                dossier.hypothesis().family(),
                dossier.hypothesis().title(),
                Words.change(dossier.comparison().map(Comparison::ratio).orElse(OptionalDouble.empty())),
                dossier.votes().stream()
                                .filter(vote -> vote.ballot() == Vote.Ballot.UPHOLDS)
                                .count()
                        + " of " + dossier.votes().size()));
        return Answer.of(json, waiting.isEmpty() ? "nothing waits" : table.toString());
    }
}
