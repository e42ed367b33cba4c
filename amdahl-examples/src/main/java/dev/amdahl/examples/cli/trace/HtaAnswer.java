package dev.amdahl.examples.cli.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.profilers.internal.kineto.hta.HtaReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What {@code trace --hta-compat} says: the keys of Holistic Trace Analysis and their tables. */
final class HtaAnswer {
    private HtaAnswer() {}

    static Answer of(List<Path> files, HtaReport report) {
        ObjectNode json = report.json().deepCopy();
        json.set("files", Json.array(files, file -> Json.tree(file.toString())));
        json.set("findings", Json.texts(report.findings()));
        StringBuilder text = new StringBuilder(Width.line(
                        "",
                        "As Holistic Trace Analysis counts: whole microseconds, its own steps and names. Without"
                                + " --hta-compat the figures are exact."))
                .append('\n');
        report.json().properties().forEach(key -> append(text, key.getKey(), key.getValue()));
        report.findings().forEach(finding -> text.append(Width.line("note: ", finding)));
        return Answer.of(json, text.toString());
    }

    private static void append(StringBuilder text, String name, JsonNode value) {
        if (value.isArray() && value.size() > 0 && value.get(0).isObject()) {
            text.append(name).append('\n').append(table((ArrayNode) value)).append('\n');
        } else if (value.isObject()) {
            List<String> plain = new ArrayList<>();
            value.properties().forEach(field -> {
                if (field.getValue().isContainerNode()) {
                    append(text, name + " " + field.getKey(), field.getValue());
                } else {
                    plain.add(field.getKey() + " " + cell(field.getValue()));
                }
            });
            if (!plain.isEmpty()) {
                text.append(Width.line(name + ": ", String.join(", ", plain))).append('\n');
            }
        }
    }

    private static Table table(ArrayNode rows) {
        List<String> columns = new ArrayList<>();
        rows.get(0).fieldNames().forEachRemaining(columns::add);
        Table table = new Table(columns.toArray(new String[0]));
        rows.forEach(row ->
                table.row(columns.stream().map(column -> cell(row.path(column))).toArray(String[]::new)));
        return table;
    }

    private static String cell(JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            return Words.NONE;
        }
        return value.isDouble() && value.asDouble() != Math.rint(value.asDouble())
                ? Words.number("%.4g", value.asDouble())
                : value.asText();
    }
}
