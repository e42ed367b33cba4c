package dev.amdahl.examples.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.LedgerRepair;
import dev.amdahl.core.ledger.LedgerRepair.Repaired;
import dev.amdahl.core.ledger.LedgerRepair.Source;
import dev.amdahl.core.ledger.Verification;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.spi.Plurals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ledger repair}: a damaged ledger whole again. */
@Command(
        name = "repair",
        description =
                "Rebuild the state rows from the events, and the database or the event files, whichever is damaged, "
                        + "from the other; what is replaced is kept beside it.",
        footer = "  amdahl ledger repair --ledger ./amdahl")
final class LedgerRepairCommand extends CliCommand {
    @Option(
            names = "--from",
            paramLabel = "database|events",
            description = "Which of the two to trust if both hold sound events that differ.")
    private @Nullable String from;

    @Override
    public Answer answer() throws IOException {
        String url = requireLedger();
        Optional<Source> wanted = Optional.ofNullable(from)
                .map(name -> Options.oneOf("--from", "source", name, List.of("database", "events")))
                .map(name -> Source.valueOf(name.toUpperCase(Locale.ROOT)));
        Repaired done = LedgerRepair.run(url, wanted);
        ObjectNode json = Json.object().put("from", done.from().name().toLowerCase(Locale.ROOT));
        json.set("database", side(done.database()));
        json.set("event_files", side(done.eventFiles()));
        json.put("events", done.events()).put("head", done.head());
        json.set("kept", Json.texts(done.kept().stream().map(Path::toString).toList()));
        StringBuilder text = new StringBuilder();
        text.append("before: ")
                .append(words("database", done.database()))
                .append("\n        ")
                .append(words("event files", done.eventFiles()))
                .append("\nnow, from the ")
                .append(done.from() == Source.DATABASE ? "database" : "event files")
                .append(": ")
                .append(Plurals.of(done.events(), "event"))
                .append(", head ")
                .append(done.head());
        done.kept().forEach(file -> text.append("\nkept: ").append(file));
        return Answer.of(json, text.toString());
    }

    private static JsonNode side(Optional<Verification> before) {
        return before.<JsonNode>map(found -> Json.object()
                        .put("ok", found.isOk())
                        .put("events", found.events())
                        .put("head", found.head())
                        .put("problem", found.problems().stream().findFirst().orElse(null)))
                .orElse(Json.object().nullNode());
    }

    private static String words(String what, Optional<Verification> before) {
        return what + " "
                + before.map(found -> Plurals.of(found.events(), "event") + ", head " + found.head()
                                + found.problems().stream()
                                        .findFirst()
                                        .map(problem -> " (" + problem + ")")
                                        .orElse(""))
                        .orElse("none");
    }
}
