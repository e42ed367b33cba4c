package dev.amdahl.examples.cli.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.internal.report.RewardExport;
import dev.amdahl.core.ledger.LedgerExport;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ledger export}: all events, or what each hypothesis was worth, into one file. */
@Command(
        name = "export",
        description = "Write all events as JSON lines, from which ledger import makes the same ledger.",
        footer = "  amdahl ledger export --ledger ./amdahl --out events.jsonl")
final class LedgerExportCommand extends CliCommand {
    @Option(names = "--out", paramLabel = "FILE", description = "Where to; the file appears whole or not at all.")
    private @Nullable Path out;

    @Option(
            names = "--rewards",
            description =
                    "Write one JSON line for each hypothesis with its measurements, decision, reward and advantage instead; "
                            + "passwords and keys are redacted. Nothing else ever writes this.")
    private boolean rewards;

    @Override
    public Answer answer() throws IOException {
        if (out == null) {
            throw new InvalidInputException("ledger export", "no file is named", "add --out FILE");
        }
        if (rewards) {
            return rewards(LedgerReader.view(requireLedger()), out);
        }
        LedgerExport.Content written = LedgerExport.write(requireLedger(), out);
        return answer(
                written,
                "to " + out,
                "not in it: " + Plurals.of(written.keptFiles(), "file") + " that its events name; copy "
                        + evidence(requireLedger()) + " along");
    }

    private static Answer rewards(LedgerView view, Path out) throws IOException {
        int[] count = new int[1];
        AtomicFiles.write(out, stream -> count[0] = RewardExport.write(view, stream));
        ObjectNode json = Json.object()
                .put("events", view.events())
                .put("head", view.head())
                .put("hypotheses", count[0]);
        return Answer.of(json, Plurals.of(count[0], "hypothesis") + " as of head " + view.head() + ", to " + out);
    }

    /** @param files what to do about the files that an export does not hold, where there are some */
    static Answer answer(LedgerExport.Content content, String where, String files) {
        ObjectNode json = Json.object()
                .put("events", content.events())
                .put("head", content.head())
                .put("kept_files", content.keptFiles());
        String text = Plurals.of(content.events(), "event") + ", head " + content.head() + ", " + where;
        return Answer.of(json, content.keptFiles() == 0 ? text : text + "\n" + files);
    }

    /** Returns the folder of the files that the events of a ledger name. */
    static String evidence(String ledger) {
        return LedgerLocation.of(ledger).evidence().map(Path::toString).orElse("the .evidence folder");
    }
}
