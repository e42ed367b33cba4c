package dev.amdahl.examples.cli.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.EventLog;
import dev.amdahl.core.ledger.EventLog.Deed;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.spi.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ledger log}: the events in order. */
@Command(
        name = "log",
        description = "List the events, oldest first.",
        footer = {"  amdahl ledger log --ledger ./amdahl --last 20", "  amdahl ledger log --ledger ./amdahl --people"})
final class LedgerLogCommand extends CliCommand {
    @Option(names = "--last", paramLabel = "N", description = "Only the newest N.")
    private int last = Integer.MAX_VALUE;

    @Option(names = "--check", description = "With --last: read and check all events, not only these.")
    private boolean check;

    @Option(names = "--people", description = "Only what people did: answers, notes, priorities, cancellations, keys.")
    private boolean people;

    @Option(names = "--by", paramLabel = "NAME", description = "With --people: only what this person did.")
    private @Nullable String by;

    @Override
    public Answer answer() {
        int most = Options.atLeast("--last", last, 1);
        if (by != null && !people) {
            throw new InvalidInputException("--by", "changes only --people", "add that, or leave it out");
        }
        List<EventLog.Recorded> shown =
                check || people || most == Integer.MAX_VALUE ? all(most) : LedgerReader.newest(requireLedger(), most);
        ObjectNode json = Json.object();
        json.set("events", Json.array(shown, LedgerLogCommand::row));
        Table table = new Table("seq", "at", "kind", "subject", "said");
        shown.forEach(recorded -> table.row(
                Long.toString(recorded.event().seq()),
                recorded.at().toString(),
                recorded.event().kind(),
                recorded.event().subject(),
                Deed.of(recorded).map(deed -> deed.by() + ": " + deed.said()).orElse("")));
        return Answer.of(json, table.toString());
    }

    private static ObjectNode row(EventLog.Recorded recorded) {
        ObjectNode row = Json.object()
                .put("seq", recorded.event().seq())
                .put("at", recorded.at().toString())
                .put("kind", recorded.event().kind())
                .put("subject", recorded.event().subject())
                .put("hash", recorded.event().hash());
        Deed.of(recorded).ifPresent(deed -> row.put("by", deed.by()).put("said", deed.said()));
        if (recorded.entry() instanceof Entry.Steered steered) {
            steered.note().ifPresent(note -> row.put("note", note));
            steered.priority().ifPresent(priority -> row.put("priority", priority));
        }
        return row;
    }

    private boolean isAsked(EventLog.Recorded recorded) {
        return !people
                || Deed.of(recorded)
                        .filter(deed -> by == null || deed.by().equals(by))
                        .isPresent();
    }

    private List<EventLog.Recorded> all(int most) {
        List<EventLog.Recorded> all = new ArrayList<>();
        LedgerReader.forEach(requireLedger(), recorded -> {
            if (isAsked(recorded)) {
                all.add(recorded);
            }
        });
        return all.subList(Math.max(0, all.size() - most), all.size());
    }
}
