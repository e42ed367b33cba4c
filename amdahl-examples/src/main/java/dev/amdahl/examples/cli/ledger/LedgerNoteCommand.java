package dev.amdahl.examples.cli.ledger;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Dossier;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ledger note ID TEXT}: a person leaves a note. */
@Command(
        name = "note",
        description = "Leave a note for people on a hypothesis that has not ended; it changes nothing else.",
        footer = "  amdahl ledger note 0198c2 'ask ada before this is promoted' --ledger ./amdahl")
final class LedgerNoteCommand extends SteeringCommand {
    @Parameters(index = "1..*", arity = "1..*", paramLabel = "TEXT", description = "What it says, without secrets.")
    private List<String> text = List.of();

    @Override
    CycleReport steer(Ledger ledger, String hypothesis, String who) {
        AmdahlLoop loop =
                AmdahlLoop.builder(ledger).scheduler(new NoScheduler()).build();
        return loop.note(hypothesis, who, String.join(" ", text));
    }

    @Override
    String said(Dossier dossier) {
        return "noted on " + dossier.id() + ", which is " + dossier.state();
    }
}
