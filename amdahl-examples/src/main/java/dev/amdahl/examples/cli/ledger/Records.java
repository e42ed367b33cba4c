package dev.amdahl.examples.cli.ledger;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.core.ledger.view.TrackRecord;
import dev.amdahl.examples.cli.common.Table;
import java.util.Map;
import java.util.TreeMap;

/** How refuters and sources of ideas fared by what came of it later, for {@code ledger accounts}. */
final class Records {
    private Records() {}

    static void add(ObjectNode json, Totals totals) {
        ArrayNode refuters = json.putArray("refuters");
        byName(totals.refuters())
                .forEach((name, record) -> refuters.addObject()
                        .put("name", name)
                        .put("refutations", record.refutations())
                        .put("right_refutations", record.rightRefutations())
                        .put("silences", record.silences())
                        .put("right_silences", record.rightSilences()));
        ArrayNode sources = json.putArray("idea_sources");
        byName(totals.sources())
                .forEach((name, tally) -> sources.addObject()
                        .put("name", name)
                        .put("tested", tally.decided())
                        .put("won", tally.won()));
    }

    static String text(Totals totals) {
        StringBuilder out = new StringBuilder();
        if (!totals.refuters().isEmpty()) {
            Table table = new Table("refuter", "refutations", "right", "silences", "right");
            byName(totals.refuters()).forEach((name, record) -> table.row(cells(name, record)));
            out.append('\n').append(table);
        }
        if (!totals.sources().isEmpty()) {
            Table table = new Table("source of ideas", "tested", "won");
            byName(totals.sources())
                    .forEach((name, tally) ->
                            table.row(name, Long.toString(tally.decided()), Long.toString(tally.won())));
            out.append('\n').append(table);
        }
        return out.toString();
    }

    private static String[] cells(String name, TrackRecord record) {
        return new String[] {
            name,
            Long.toString(record.refutations()),
            Long.toString(record.rightRefutations()),
            Long.toString(record.silences()),
            Long.toString(record.rightSilences())
        };
    }

    private static <T> Map<String, T> byName(Map<String, T> records) {
        return new TreeMap<>(records);
    }
}
