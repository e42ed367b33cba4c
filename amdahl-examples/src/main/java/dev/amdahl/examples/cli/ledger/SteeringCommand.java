package dev.amdahl.examples.cli.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Hypotheses;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.spi.InvalidInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A person's word on a hypothesis that has not ended; waits for its turn between the cycles of a loop. */
abstract class SteeringCommand extends CliCommand {
    @Parameters(
            index = "0",
            paramLabel = "ID",
            description = "A hypothesis that has not ended, by its id or the beginning of it.")
    private String id = "";

    @Option(names = "--by", paramLabel = "NAME", description = "Your name, for the record; default that of this user.")
    private @Nullable String by;

    /** Gets ready before the ledger is opened to write. */
    void prepare(LedgerView view, Dossier dossier) throws Exception {}

    /** Has it written. */
    abstract CycleReport steer(Ledger ledger, String hypothesis, String who);

    /** Says in one line what it has come to. */
    abstract String said(Dossier dossier);

    /** Adds what else the document of this command has. */
    void add(ObjectNode json) {}

    @Override
    public Answer answer() throws Exception {
        String url = requireLedger();
        if (who().isBlank()) {
            throw new InvalidInputException("--by", "is empty", "give your name");
        }
        LedgerView view = LedgerReader.view(url);
        Dossier named = Hypotheses.named(view, id);
        if (named.state().isTerminal()) {
            throw new InvalidInputException(
                    "hypothesis '" + named.id() + "'",
                    "has ended in " + named.state(),
                    "choose one that has not ended; see ledger search");
        }
        prepare(view, named);
        CycleReport report = Turn.with(url, ledger -> steer(ledger, named.id(), who()));
        report.notes().forEach(this::remark);
        Dossier now = report.view().dossier(named.id()).orElseThrow();
        ObjectNode json = Json.object()
                .put("id", now.id())
                .put("state", now.state().name())
                .put("reason", now.reason())
                .put("by", who())
                .put("priority", now.steering().priority());
        json.set("notes", Hypotheses.notes(now));
        add(json);
        return Answer.of(json, said(now));
    }

    private String who() {
        return by == null ? System.getProperty("user.name") : by;
    }
}
