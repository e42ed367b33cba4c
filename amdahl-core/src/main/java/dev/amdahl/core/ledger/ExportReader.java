package dev.amdahl.core.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.core.internal.ledger.file.EventLine;
import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EntryCodec;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.spi.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Reads an export, or an event file, one checked event at a time. Not thread-safe. */
final class ExportReader implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int MAX_LENGTH = 2 * LedgerStore.MAX_PAYLOAD;

    private final Path file;
    private final BufferedReader in;
    private final long until;
    private final boolean hasEnd;
    private Optional<String> ahead;
    private long line;
    private long seq;
    private String head = Event.GENESIS;
    private final Set<String> kept = new HashSet<>();

    /** @param until the last event that is wanted */
    ExportReader(Path file, long until) throws IOException {
        this.file = file;
        this.until = until;
        this.in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1);
        ahead = line();
        hasEnd = ahead.map(first -> first.startsWith("{\"format\"")).orElse(true);
        if (hasEnd) {
            requireKnown(ahead.map(ExportReader::json).orElse(JSON.createObjectNode()));
            ahead = line();
        }
    }

    /**
     * Returns the next event; empty at the end.
     *
     * @throws InvalidInputException naming the first line that is not what was written
     */
    Optional<Event> next() throws IOException {
        if (seq == until) {
            return Optional.empty();
        }
        Optional<Event> event = nextOfAll();
        if (event.isEmpty() && until < Long.MAX_VALUE) {
            throw new InvalidInputException(
                    file.toString(), "ends at event " + seq + ", before event " + until, "import all of it");
        }
        return event;
    }

    private Optional<Event> nextOfAll() throws IOException {
        if (ahead.isEmpty()) {
            if (hasEnd) {
                throw bad("is missing", "the file is cut off: export it again");
            }
            return Optional.empty();
        }
        String text = ahead.get();
        if (hasEnd && text.startsWith("{\"events\"")) {
            requireEnd(json(text));
            return Optional.empty();
        }
        Optional<Event> event = EventLine.parse(text);
        if (event.isEmpty()) {
            throw bad("is not an event", "export it again");
        }
        String problem = event.get().seq() != seq + 1
                ? "holds event " + event.get().seq() + ", expected " + (seq + 1)
                : !event.get().previous().equals(head)
                        ? "does not follow the event before it"
                        : !event.get().isSound() ? "is not what was written" : "";
        if (!problem.isEmpty()) {
            throw bad(problem, "export it again");
        }
        seq++;
        head = event.get().hash();
        ahead = line();
        return event;
    }

    LedgerExport.Content content() {
        return new LedgerExport.Content(seq, head, kept.size());
    }

    /**
     * Looks into an event that {@link #next} gave.
     *
     * @throws InvalidInputException if this version does not know what it says
     */
    void look(Event event) {
        try {
            if (EntryCodec.entry(event) instanceof Entry.EvidenceKept file) {
                kept.add(file.digest());
            }
        } catch (IllegalArgumentException e) {
            throw refused(event.seq(), String.valueOf(e.getMessage()));
        }
    }

    /** Returns a refusal that names the line of an event. */
    InvalidInputException refused(long event, String problem) {
        return new InvalidInputException(
                file + ", line " + (event + (hasEnd ? 1 : 0)),
                problem,
                "import it with the version that wrote it, or a later one");
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private void requireKnown(JsonNode first) {
        if (!first.path("format").asText().equals(LedgerExport.FORMAT)) {
            throw bad("is not the first line of a ledger's export", "name the output of ledger export");
        }
        int schema = first.path("schema").asInt(Integer.MAX_VALUE);
        if (schema > LedgerStore.schemaVersion()) {
            throw bad(
                    "names schema version " + first.path("schema").asText() + ", this library knows up to "
                            + LedgerStore.schemaVersion(),
                    "update the library");
        }
    }

    private void requireEnd(JsonNode end) throws IOException {
        if (end.path("events").asLong(-1) != seq || !end.path("head").asText().equals(head)) {
            throw bad("names other events than the file holds", "export it again");
        }
        if (line().isPresent()) {
            throw bad("stands after the end", "export it again");
        }
    }

    private InvalidInputException bad(String problem, String remedy) {
        return new InvalidInputException(file + ", line " + Math.max(1, line), problem, remedy);
    }

    /** Returns the next whole line; an event file's last one may still be in the writing. */
    private Optional<String> line() throws IOException {
        StringBuilder text = new StringBuilder();
        line++;
        for (int character = in.read(); character >= 0; character = in.read()) {
            if (character == '\n') {
                return Optional.of(text.toString());
            }
            if (text.length() >= MAX_LENGTH) {
                throw bad("has more than " + MAX_LENGTH + " characters", "name the output of ledger export");
            }
            text.append((char) character);
        }
        return Optional.empty();
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return JSON.createObjectNode();
        }
    }
}
