package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.Verification;
import dev.amdahl.core.ledger.store.LedgerLocation;
import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;

/** {@code ledger verify}: whether every event and every state row is what was written. */
@Command(name = "verify", description = "Rebuild the state from all events and compare; exit code 1 on damage.")
final class LedgerVerifyCommand extends CliCommand {
    @Override
    Answer answer() {
        String url = requireLedger();
        Path database = LedgerLocation.of(url)
                .database()
                .orElseThrow(() -> new InvalidInputException("ledger '" + url + "'", "lies in memory", "name a file"));
        if (!Files.isRegularFile(database)) {
            throw new InvalidInputException(
                    "ledger " + database, "there is none", "check the path, which ends before .mv.db");
        }
        Verification found = Ledger.verify(url);
        ObjectNode json = Json.object()
                .put("ok", found.isOk())
                .put("events", found.events())
                .put("head", found.head());
        json.put(
                "first_bad",
                found.firstBad().isPresent() ? Long.valueOf(found.firstBad().getAsLong()) : null);
        json.set("problems", Json.texts(found.problems()));
        String text = found.isOk()
                ? "ok: " + found.events() + " events, head " + found.head()
                : "damaged"
                        + (found.firstBad().isPresent()
                                ? " from event " + found.firstBad().getAsLong()
                                : "") + "\n" + String.join("\n", found.problems());
        return new Answer(json, text, found.isOk() ? 0 : 1);
    }
}
