package dev.amdahl.examples.cli.fleet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.experiment.Comparison;
import java.util.List;
import java.util.Map;

/** Recorded runs of families before and after a moment: how their held seconds differ, never why. */
record ChangedRuns(Map<String, Comparison> families) {
    ArrayNode json() {
        return Json.array(List.copyOf(families.entrySet()), family -> {
            Comparison comparison = family.getValue();
            return Json.object()
                    .put("family", family.getKey())
                    .put("decision", comparison.decision().orElseThrow().name())
                    .put("reason", comparison.reason())
                    .set("ratio", Json.number(comparison.ratio()));
        });
    }

    String text() {
        Table table = new Table("family", "median held, after over before", "");
        families.forEach((family, comparison) ->
                table.row(family, Words.number("%.3f", comparison.ratio()), comparison.reason()));
        return "\n" + table;
    }
}
