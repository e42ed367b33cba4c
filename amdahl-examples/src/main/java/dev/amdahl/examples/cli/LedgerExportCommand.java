package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.LedgerExport;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ledger export}: all events into one file. */
@Command(
        name = "export",
        description = "Write all events, as JSON lines from which ledger import makes the same ledger.")
final class LedgerExportCommand extends CliCommand {
    @Option(names = "--out", paramLabel = "FILE", description = "Where to; the file appears whole or not at all.")
    private @Nullable Path out;

    @Override
    Answer answer() throws IOException {
        if (out == null) {
            throw new InvalidInputException("ledger export", "no file is named", "add --out FILE");
        }
        LedgerExport.Content written = LedgerExport.write(requireLedger(), out);
        return LedgerExportCommand.answer(written, "to " + out);
    }

    static Answer answer(LedgerExport.Content content, String where) {
        ObjectNode json = Json.object().put("events", content.events()).put("head", content.head());
        return Answer.of(json, content.events() + " events, head " + content.head() + ", " + where);
    }
}
