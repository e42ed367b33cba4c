package dev.amdahl.core.internal.report.trace;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.amdahl.core.internal.report.picture.Colour;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes strips into the page's data: rows of start deltas, lengths, and indices into tables of kinds and names. Used once, not
 * thread-safe.
 */
final class PageLanes {
    private final JsonGenerator json;
    private final long origin;
    private final Map<Shade, Integer> kinds = new LinkedHashMap<>();
    private final Map<String, Integer> names = new LinkedHashMap<>();
    private long merged;
    private long tooDeep;

    PageLanes(JsonGenerator json, long origin) {
        this.json = json;
        this.origin = origin;
    }

    /** Writes {@code lanes}, {@code kinds} and {@code names}; gives sentences about what is not drawn. */
    List<String> write(List<RenderedStrip> strips, int mostCells) throws IOException {
        json.writeArrayFieldStart("lanes");
        for (RenderedStrip drawn : strips) {
            lane(drawn, mostCells);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("kinds");
        for (Shade kind : kinds.keySet()) {
            json.writeStartObject();
            json.writeStringField("name", kind.name());
            json.writeStringField("colour", kind.colour().light());
            json.writeStringField("text", kind.colour().isDeep() ? Colour.PAPER.light() : Colour.INK.light());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("names");
        for (String name : names.keySet()) {
            json.writeString(name);
        }
        json.writeEndArray();
        List<String> notes = new ArrayList<>();
        if (merged > 0) {
            notes.add(merged + " short intervals are drawn together with their neighbours; the figures count each.");
        }
        if (tooDeep > 0) {
            notes.add(tooDeep + " deeply nested host calls are not drawn.");
        }
        return notes;
    }

    private void lane(RenderedStrip drawn, int mostCells) throws IOException {
        StripRows layout = StripRows.of(drawn.strip(), mostCells);
        merged += layout.merged();
        tooDeep += layout.tooDeep();
        json.writeStartObject();
        json.writeStringField("name", drawn.strip().name());
        json.writeNumberField("height", drawn.height());
        json.writeBooleanField("joined", drawn.isJoined());
        json.writeArrayFieldStart("rows");
        for (StripRows.Row row : layout.rows()) {
            row(row);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void row(StripRows.Row row) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("s");
        long last = origin;
        for (StripRows.Cell cell : row.cells) {
            json.writeNumber(cell.start - last);
            last = cell.start;
        }
        json.writeEndArray();
        json.writeArrayFieldStart("d");
        for (StripRows.Cell cell : row.cells) {
            json.writeNumber(cell.end() - cell.start);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("k");
        for (StripRows.Cell cell : row.cells) {
            json.writeNumber(number(kinds, cell.shade));
        }
        json.writeEndArray();
        json.writeArrayFieldStart("n");
        for (StripRows.Cell cell : row.cells) {
            json.writeNumber(number(names, cell.text()));
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static <T> int number(Map<T, Integer> numbers, T value) {
        Integer known = numbers.putIfAbsent(value, numbers.size());
        return known == null ? numbers.size() - 1 : known;
    }
}
