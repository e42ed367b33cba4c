package dev.amdahl.profilers.internal;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The fields of one line of comma-separated text. */
public final class CsvFields {
    private CsvFields() {}

    /** Returns the fields without their quotes and the white space around them; empty where the line is none, such as one with an open quote. */
    public static List<String> of(String line) {
        if (line.chars().filter(c -> c == '"').count() % 2 != 0) {
            return List.of();
        }
        try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(line)) {
            for (CsvRecord record : reader) {
                return record.getFields().stream().map(String::strip).toList();
            }
            return List.of();
        } catch (CsvParseException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
