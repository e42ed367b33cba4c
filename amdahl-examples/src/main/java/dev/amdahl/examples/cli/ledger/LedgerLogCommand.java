package dev.amdahl.examples.cli.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.EventLog;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.common.Table;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ledger log}: the events in order. */
@Command(
        name = "log",
        description = "List the events, oldest first.",
        footer = "  amdahl ledger log --ledger ./amdahl --last 20")
final class LedgerLogCommand extends CliCommand {
    @Option(names = "--last", paramLabel = "N", description = "Only the newest N.")
    private int last = Integer.MAX_VALUE;

    @Option(names = "--check", description = "With --last: read and check all events, not only these.")
    private boolean check;

    @Override
    public Answer answer() {
        int most = Options.atLeast("--last", last, 1);
        List<EventLog.Recorded> shown =
                check || most == Integer.MAX_VALUE ? all(most) : LedgerReader.newest(requireLedger(), most);
        ObjectNode json = Json.object();
        json.set("events", Json.array(shown, LedgerLogCommand::row));
        Table table = new Table("seq", "at", "kind", "subject", "said");
        shown.forEach(recorded -> table.row(
                Long.toString(recorded.event().seq()),
                recorded.at().toString(),
                recorded.event().kind(),
                recorded.event().subject(),
                recorded.entry() instanceof Entry.Steered steered ? said(steered) : ""));
        return Answer.of(json, table.toString());
    }

    private static ObjectNode row(EventLog.Recorded recorded) {
        ObjectNode row = Json.object()
                .put("seq", recorded.event().seq())
                .put("at", recorded.at().toString())
                .put("kind", recorded.event().kind())
                .put("subject", recorded.event().subject())
                .put("hash", recorded.event().hash());
        if (recorded.entry() instanceof Entry.Steered steered) {
            row.put("by", steered.by());
            steered.note().ifPresent(note -> row.put("note", note));
            steered.priority().ifPresent(priority -> row.put("priority", priority));
        }
        return row;
    }

    private static String said(Entry.Steered steered) {
        List<String> said = new ArrayList<>();
        steered.priority().ifPresent(priority -> said.add("priority " + priority));
        steered.note().ifPresent(said::add);
        return steered.by() + ": " + String.join(", ", said);
    }

    private List<EventLog.Recorded> all(int most) {
        List<EventLog.Recorded> all = new ArrayList<>();
        LedgerReader.forEach(requireLedger(), all::add);
        return all.subList(Math.max(0, all.size() - most), all.size());
    }
}
