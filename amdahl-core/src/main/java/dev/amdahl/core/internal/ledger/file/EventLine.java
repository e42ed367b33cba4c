package dev.amdahl.core.internal.ledger.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.amdahl.core.ledger.event.Event;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An event as one line of JSON; the payload stands last, byte for byte. */
public final class EventLine {
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    static final String PAYLOAD = ",\"payload\":";

    private EventLine() {}

    /** The line, without its end. */
    public static String of(Event event) {
        return head(event) + event.payload() + "}";
    }

    /** Returns what stands before the payload. */
    private static String head(Event event) {
        StringWriter head = new StringWriter(320);
        try (JsonGenerator json = JSON.createGenerator(head)) {
            json.writeStartObject();
            json.writeNumberField("seq", event.seq());
            json.writeStringField("at", event.at());
            json.writeStringField("kind", event.kind());
            json.writeStringField("subject", event.subject());
            json.writeStringField("prev", event.previous());
            json.writeStringField("hash", event.hash());
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        StringBuffer text = head.getBuffer();
        return text.replace(text.length() - 1, text.length(), PAYLOAD).toString();
    }

    /** Returns the event, if the line is one, letter by letter as it is written; its hash is not looked at. */
    public static Optional<Event> parse(String line) {
        Event plain = new FastEventLineParser(line).event();
        return plain == null ? parseAny(line) : Optional.of(plain);
    }

    /** As {@link #parse}, whatever its texts hold. */
    static Optional<Event> parseAny(String line) {
        Event bare = bare(line);
        String head = bare == null ? "" : head(bare);
        if (bare == null || !line.startsWith(head) || !line.endsWith("}")) {
            return Optional.empty();
        }
        String payload = line.substring(head.length(), line.length() - 1);
        return Optional.of(
                new Event(bare.seq(), bare.at(), bare.kind(), bare.subject(), payload, bare.previous(), bare.hash()));
    }

    /** What stands before the payload, in the order in which it is written. */
    private static @Nullable Event bare(String line) {
        try (JsonParser json = JSON.createParser(new StringReader(line))) {
            boolean isNumbered = json.nextToken() == JsonToken.START_OBJECT
                    && "seq".equals(json.nextFieldName())
                    && json.nextToken() == JsonToken.VALUE_NUMBER_INT;
            return isNumbered
                    ? new Event(
                            json.getLongValue(),
                            text(json, "at"),
                            text(json, "kind"),
                            text(json, "subject"),
                            "",
                            text(json, "prev"),
                            text(json, "hash"))
                    : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static String text(JsonParser json, String name) throws IOException {
        String value = name.equals(json.nextFieldName()) ? json.nextTextValue() : null;
        if (value == null) {
            throw new IOException("no text " + name);
        }
        return value;
    }
}
