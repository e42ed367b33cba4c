package dev.amdahl.examples.cli.common;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Option;

/** Rows as spreadsheets and other programs read them (RFC 4180, lines end with a line feed), and the option that asks for them. */
public final class Csv {
    @Option(names = "--csv", description = "Print only the rows, as CSV with the names and figures of --json.")
    private boolean isWanted;

    /** Returns the answer, or where that was asked for its rows alone: the objects of its document under that name. */
    public Answer of(Answer answer, String rows) {
        return isWanted ? new Answer(answer.json(), of(answer.json().path(rows)), answer.exitCode()) : answer;
    }

    /** Returns the text of some rows, the head first. */
    public static String of(List<List<String>> rows) {
        StringWriter out = new StringWriter();
        CsvWriter writer = CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .bufferSize(0)
                .build(out);
        rows.forEach(writer::writeRecord);
        return out.toString();
    }

    /** Objects within objects have columns of their own; the items of a list stand in one cell. */
    private static String of(JsonNode objects) {
        List<Map<String, String>> rows = new ArrayList<>();
        Set<String> head = new LinkedHashSet<>();
        for (JsonNode object : objects) {
            Map<String, String> row = new LinkedHashMap<>();
            addTo(row, "", object);
            rows.add(row);
            head.addAll(row.keySet());
        }
        List<List<String>> cells = new ArrayList<>(List.of(List.copyOf(head)));
        rows.forEach(row ->
                cells.add(head.stream().map(name -> row.getOrDefault(name, "")).toList()));
        return rows.isEmpty() ? "" : of(cells);
    }

    private static void addTo(Map<String, String> row, String name, JsonNode value) {
        if (value instanceof ObjectNode object) {
            object.properties()
                    .forEach(field -> addTo(
                            row, name.isEmpty() ? field.getKey() : name + "_" + field.getKey(), field.getValue()));
        } else {
            row.put(name, text(value));
        }
    }

    private static String text(JsonNode value) {
        return value.isArray()
                ? StreamSupport.stream(value.spliterator(), false)
                        .map(Csv::text)
                        .collect(Collectors.joining("; "))
                : value.isNull() ? "" : value.isValueNode() ? value.asText() : Json.line(value);
    }
}
