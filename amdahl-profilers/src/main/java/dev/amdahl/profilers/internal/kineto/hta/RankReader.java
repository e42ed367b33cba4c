package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.amdahl.profilers.internal.kineto.document.TraceDocument;
import dev.amdahl.profilers.internal.kineto.document.TraceSink;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the trace of one rank as HTA does. Not thread-safe, used once. */
final class RankReader implements TraceSink {
    /** Heap that reading and analyzing an event may take at once. */
    static final int BYTES_PER_EVENT = 320;

    private static final int MAX_NAME_CHARS = 8 << 20;
    /** Beyond this many microseconds a double does not hold every integer. */
    private static final double LATEST = 1L << 53;

    /** The events that can change a figure, in the order of the file. */
    final List<Event> events = new ArrayList<>();
    /** Names of profiler steps; two are enough to know. */
    final Set<String> steps = new TreeSet<>();
    /** The first entry of the file, if it is among the events. */
    @Nullable
    Event firstEntry;
    /** Start of the first event, also of those that cannot change a figure, us. */
    double firstStart = Double.POSITIVE_INFINITY;
    /** The same of host events. */
    double firstHostStart = Double.POSITIVE_INFINITY;
    /** End of the last host event, us. */
    double lastHostEnd = Double.NEGATIVE_INFINITY;
    /** Whether HTA rounds the times of this file: it does as soon as one start is not a whole number. */
    boolean isRounded;
    /** Events left out because their times cannot be held to the microsecond. */
    long outside;
    /** The rank that the file claims. */
    OptionalInt rank = OptionalInt.empty();

    private final Path file;
    private final ProfileLimits limits;
    private final long maxEvents;
    private final char[] text = new char[1 << 16];
    /** The first event of each name. */
    private final Map<String, Event> names = new HashMap<>();

    private Event next = new Event();
    private long nameChars;
    private int entries;
    private int seenMarks;
    private boolean hasArguments;
    private boolean isArray;
    private boolean isMtiaJob;

    private RankReader(Path file, ProfileLimits limits, long maxEvents) {
        this.file = file;
        this.limits = limits;
        this.maxEvents = maxEvents;
    }

    /** Reads a file. @throws InvalidInputException where the file is not a trace, broken, or larger than the limits */
    static RankReader read(Path file, ProfileLimits limits, long maxEvents) {
        RankReader reader = new RankReader(file, limits, maxEvents);
        reader.isArray = TraceDocument.read(file, limits, reader).isArray();
        if (reader.isRounded) {
            reader.round();
        }
        return reader;
    }

    /** A start is rounded up, an end down to a microsecond. */
    private void round() {
        for (Event event : events) {
            double end = Math.floor(event.end());
            event.start = Math.ceil(event.start);
            event.duration = end - event.start;
        }
        firstStart = Math.ceil(firstStart);
        firstHostStart = Math.ceil(firstHostStart);
        lastHostEnd = Math.floor(lastHostEnd);
    }

    /** Returns why HTA stops at this file before any analysis; empty if it does not. */
    String failure() {
        if (isArray) {
            return "HTA stops with an AttributeError because the file is a bare array of events";
        }
        if (isWithoutEvents()) {
            return "HTA finds no event that has a duration and a category";
        }
        return hasArguments ? "" : "HTA stops with a KeyError because no event has arguments";
    }

    /** Returns whether HTA goes on without this rank. */
    boolean isWithoutEvents() {
        return !isArray && firstStart == Double.POSITIVE_INFINITY;
    }

    boolean hasHostEvents() {
        return firstHostStart != Double.POSITIVE_INFINITY;
    }

    /** Returns whether HTA takes the device for an MTIA. */
    boolean isMtia() {
        return isMtiaJob || (seenMarks & (Mark.MTIA | Mark.GPU)) == Mark.MTIA;
    }

    @Override
    public void other() {
        entries++;
    }

    @Override
    public void event(JsonParser parser) throws IOException {
        Event event = next;
        event.read(parser, text);
        int position = entries++;
        isRounded |= event.isFractional;
        hasArguments |= event.hasArguments;
        if (event.category.equals(Event.WITHOUT_CATEGORY)
                || Double.isNaN(event.start)
                || Double.isNaN(event.duration)) {
            return;
        }
        if (Math.abs(event.start) > LATEST || Math.abs(event.duration) > LATEST) {
            outside++;
            return;
        }
        seenMarks |= event.marks;
        firstStart = Math.min(firstStart, event.start);
        if (!event.isDeviceSide()) {
            firstHostStart = Math.min(firstHostStart, event.start);
            lastHostEnd = Math.max(lastHostEnd, event.end());
        }
        if (position == 0) {
            firstEntry = event;
        }
        boolean isNeeded = event.isOnStream()
                || event.isCorrelated()
                || position == 0
                || event.is(Mark.STEP | Mark.SYNC | Mark.ANNOTATION | Mark.LAUNCH);
        if (isNeeded) {
            keep(event);
        }
    }

    private void keep(Event event) {
        if (events.size() >= maxEvents) {
            throw tooLarge(
                    "launches and pieces of device work, " + events.size() + " so far, than the memory",
                    "give the process more memory or record fewer steps");
        }
        if (event.is(Mark.STEP) && steps.size() < 2) {
            steps.add(event.name);
        }
        event.category = "";
        Event known = names.putIfAbsent(event.name, event);
        if (known == null) {
            nameChars += event.name.length() + 32L;
            event.type = KernelType.of(event.name);
        } else {
            event.name = known.name;
            event.type = known.type;
        }
        if (nameChars > MAX_NAME_CHARS) {
            throw tooLarge("characters of distinct names than the memory", "record fewer steps");
        }
        events.add(event);
        next = new Event();
    }

    @Override
    public void member(String field, JsonParser parser) throws IOException {
        if (!field.equals("distributedInfo") || parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("rank") && value == JsonToken.VALUE_NUMBER_INT && parser.getTextLength() <= 9) {
                rank = OptionalInt.of(parser.getIntValue());
            } else if (name.equals("backend") && value == JsonToken.VALUE_STRING) {
                isMtiaJob = parser.getText().contains("mtia:hccl");
            } else {
                parser.skipChildren();
            }
        }
    }

    private InvalidInputException tooLarge(String what, String remedy) {
        return new InvalidInputException(
                file.toString(),
                "holds more " + what + " or the limit of " + limits.maxEvents() + " events allows",
                remedy);
    }
}
