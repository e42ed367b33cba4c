package dev.amdahl.core.fleet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Reads runs from a CSV file with a header or from a file of one JSON object per line, by its ending ({@code .csv};
 * {@code .jsonl}, {@code .ndjson}), UTF-8. Columns or keys: {@code id}, {@code family}, {@code submitted} are needed;
 * {@code owner}, {@code accelerator_type} (default {@code unknown}), {@code accelerators} (default 1), {@code started},
 * {@code ended} may be absent; so may {@code utilisation} (useful share, 0 to 1) or {@code idle}, {@code low}, {@code high} and
 * {@code useful_in_low} (default 0.5). Times are ISO instants. Any other column is a label. Immutable, so thread-safe; the
 * stream reads as it goes and must be closed.
 */
public final class FileFleetSource implements FleetSource {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Path file;

    /** A source over a file. */
    public FileFleetSource(Path file) {
        this.file = file;
    }

    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        Set<String> ids = new HashSet<>();
        return rows().map(row -> row.job())
                .peek(job -> {
                    if (!ids.add(job.id())) {
                        throw new InvalidInputException(
                                file.toString(),
                                "the id '" + job.id() + "' stands twice",
                                "give each run an id of its own");
                    }
                })
                .filter(job -> job.submitted().isBefore(to))
                .filter(job -> job.ended().map(ended -> !ended.isBefore(from)).orElse(true));
    }

    private Stream<FleetRow> rows() {
        String name =
                file.getFileName() == null ? "" : file.getFileName().toString().toLowerCase(Locale.ROOT);
        try {
            if (name.endsWith(".csv")) {
                return csv();
            }
            if (name.endsWith(".jsonl") || name.endsWith(".ndjson")) {
                return jsonLines();
            }
        } catch (IOException e) {
            throw new InvalidInputException(
                    file.toString(), "the file cannot be read: " + e, "check path and rights", e);
        }
        throw new InvalidInputException(file.toString(), "the ending is not known", "use .csv, .jsonl or .ndjson");
    }

    private Stream<FleetRow> csv() throws IOException {
        CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(file);
        Stream<FleetRow> rows = guarded(reader.stream())
                .map(row -> new FleetRow(place(row.getStartingLineNumber()), row.getFieldsAsMap()));
        return rows.onClose(() -> close(reader));
    }

    /** Turns errors of the reader, which come while the stream is read, into ours. */
    private <T> Stream<T> guarded(Stream<T> rows) {
        Iterator<T> iterator = rows.iterator();
        return Stream.iterate(next(iterator), Optional::isPresent, row -> next(iterator))
                .map(Optional::orElseThrow);
    }

    private <T> Optional<T> next(Iterator<T> rows) {
        try {
            return rows.hasNext() ? Optional.of(rows.next()) : Optional.empty();
        } catch (CsvParseException | UncheckedIOException e) {
            throw new InvalidInputException(
                    file.toString(),
                    "the file cannot be read: " + e.getMessage(),
                    "write it in UTF-8, fields quoted",
                    e);
        }
    }

    private Stream<FleetRow> jsonLines() throws IOException {
        BufferedReader reader = Files.newBufferedReader(file);
        AtomicLong line = new AtomicLong();
        return guarded(reader.lines())
                .map(text -> new NumberedLine(line.incrementAndGet(), text))
                .filter(numbered -> !numbered.text().isBlank())
                .map(this::jsonRow)
                .onClose(() -> close(reader));
    }

    private record NumberedLine(long number, String text) {}

    private FleetRow jsonRow(NumberedLine line) {
        String place = place(line.number());
        try {
            JsonNode node = JSON.readTree(line.text());
            if (!node.isObject()) {
                throw new InvalidInputException(place, "not a JSON object", "write one object per line");
            }
            Map<String, String> values = new HashMap<>();
            node.properties().forEach(entry -> {
                if (!entry.getValue().isNull()) {
                    values.put(
                            entry.getKey(),
                            entry.getValue().asText(entry.getValue().toString()));
                }
            });
            return new FleetRow(place, values);
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(
                    place, "not JSON: " + e.getOriginalMessage(), "write one object per line", e);
        }
    }

    private String place(long line) {
        return file + ":" + line;
    }

    private void close(AutoCloseable reader) {
        try {
            reader.close();
        } catch (Exception e) {
            throw new InvalidInputException(file.toString(), "the file cannot be closed: " + e, "check the disk", e);
        }
    }
}
