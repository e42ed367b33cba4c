package dev.amdahl.examples.cli.ledger;

import dev.amdahl.core.ledger.LedgerExport;
import dev.amdahl.core.ledger.LedgerImport;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ledger import FILE}: a new ledger of an export. */
@Command(
        name = "import",
        description = "Make a new ledger, named by --ledger, from the output of ledger export or from an event file.",
        footer = "  amdahl ledger import events.jsonl --ledger ./copy")
final class LedgerImportCommand extends CliCommand {
    @Parameters(paramLabel = "FILE", description = "The output of ledger export, or NAME.events.jsonl.")
    private Path file = Path.of("");

    @Option(
            names = "--until",
            paramLabel = "SEQ",
            description = "Take the events up to this one alone, such as the last before damage.")
    private @Nullable Long until;

    @Override
    public Answer answer() throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new InvalidInputException("export " + file, "there is no such file", "check the path");
        }
        if (until != null && until < 1) {
            throw new InvalidInputException("--until", "was " + until, "give the number of an event, from 1");
        }
        String ledger = requireLedger();
        LedgerExport.Content read = LedgerImport.read(file, ledger, until == null ? Long.MAX_VALUE : until);
        return LedgerExportCommand.answer(
                read,
                "in " + LedgerLocation.withoutPassword(ledger),
                "its events name " + Plurals.of(read.keptFiles(), "file")
                        + " that it does not hold: copy the .evidence folder of the"
                        + " ledger it came from to " + LedgerExportCommand.evidence(ledger)
                        + ", and ledger verify says whether all are there");
    }
}
