package dev.amdahl.examples.cli.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.Verification;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Bar;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ledger verify}: whether every event and every state row is what was written. */
@Command(
        name = "verify",
        description = "Rebuild the state from all events and compare; exit code 1 on damage.",
        footer = "  amdahl ledger verify --ledger ./amdahl --since yesterday.log")
final class LedgerVerifyCommand extends CliCommand {
    @Option(
            names = "--head",
            paramLabel = "HASH",
            description = "A head that a cycle printed; it must be in the chain. May be given several times.")
    private List<String> heads = List.of();

    @Option(
            names = "--since",
            paramLabel = "FILE",
            description = "Earlier output; each head in it must be in the chain.")
    private @Nullable Path since;

    @Option(
            names = "--files",
            description = "Check only the event files and the files that they name, also while a loop runs.")
    private boolean files;

    @Override
    public Answer answer() throws IOException {
        String url = requireLedger();
        LedgerLocation location = LedgerLocation.of(url);
        if (location.base().isEmpty()) {
            throw new InvalidInputException("ledger '" + location.name() + "'", "is in memory", "name a file");
        }
        Set<String> kept = known();
        Verification found =
                Bar.during("checking events", () -> files ? Ledger.verifyFiles(url, kept) : Ledger.verify(url, kept));
        ObjectNode json = Json.object()
                .put("ok", found.isOk())
                .put("events", found.events())
                .put("head", found.head());
        json.put(
                "first_bad",
                found.firstBad().isPresent() ? Long.valueOf(found.firstBad().getAsLong()) : null);
        json.set("problems", Json.texts(found.problems()));
        String text = found.isOk()
                ? "ok: " + Plurals.of(found.events(), "event") + ", head " + found.head()
                : "damaged"
                        + (found.firstBad().isPresent()
                                ? " from event " + found.firstBad().getAsLong()
                                : "") + "\n" + String.join("\n", found.problems());
        return Answer.of(json, text, found.isOk());
    }

    private Set<String> known() throws IOException {
        Set<String> known = new LinkedHashSet<>();
        heads.forEach(head -> known.add(Heads.hash("--head", head)));
        if (since != null) {
            known.addAll(Heads.in(since));
        }
        return known;
    }
}
