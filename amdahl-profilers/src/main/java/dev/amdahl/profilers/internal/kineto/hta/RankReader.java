package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.amdahl.profilers.internal.kineto.document.TraceDocument;
import dev.amdahl.profilers.internal.kineto.document.TraceSink;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** Reads the trace of one rank as HTA does. Not thread-safe, used once. */
final class RankReader implements TraceSink {
    final EventTable table = new EventTable();
    /** Names of profiler steps; two are enough to know. */
    final Set<String> steps = new TreeSet<>();

    /** Beyond this many microseconds a double does not hold every integer. */
    private static final double LATEST = 1L << 53;

    private final Path file;
    private final ProfileLimits limits;
    private final long mostRows;
    private final Event event = new Event();
    private final Extent all = new Extent();
    private final Extent host = new Extent();
    private int entries;
    private int seenMarks;
    private boolean isFractional;
    private boolean hasArguments;
    private boolean isArray;
    private boolean isMtiaJob;
    private OptionalInt rank = OptionalInt.empty();
    private long outside;

    private RankReader(Path file, ProfileLimits limits, long mostRows) {
        this.file = file;
        this.limits = limits;
        this.mostRows = mostRows;
    }

    /**
     * Reads a file.
     *
     * @param mostRows what its table may hold
     * @throws InvalidInputException where the file is no trace, broken, or larger than the limits
     */
    static RankReader read(Path file, ProfileLimits limits, long mostRows) {
        RankReader reader = new RankReader(file, limits, mostRows);
        reader.isArray = TraceDocument.read(file, limits, reader).isArray();
        if (reader.isFractional) {
            reader.table.round();
            reader.all.round();
            reader.host.round();
        }
        return reader;
    }

    /** Why HTA stops at this file before any analysis; empty if it does not. */
    String failure() {
        if (isArray) {
            return "HTA stops with an AttributeError because the file is a bare array of events";
        }
        if (all.isEmpty()) {
            return "HTA finds no event that has a duration and a category";
        }
        return hasArguments ? "" : "HTA stops with a KeyError because no event has arguments";
    }

    /** Whether HTA goes on without this rank. */
    boolean isWithoutEvents() {
        return !isArray && all.isEmpty();
    }

    /** The rank that the file claims. */
    OptionalInt rank() {
        return rank;
    }

    /** Whether HTA rounds the times of this file: it does as soon as one start is not a whole number. */
    boolean isRounded() {
        return isFractional;
    }

    /** Events left out because their times cannot be held to the microsecond. */
    long outside() {
        return outside;
    }

    /** Rows of all kinds, also those that the table leaves out. */
    Extent all() {
        return all;
    }

    /** Rows that are not the device's. */
    Extent host() {
        return host;
    }

    /** Whether any row bears the mark, also one that the table leaves out. */
    boolean saw(int mark) {
        return (seenMarks & mark) != 0;
    }

    /** Whether HTA takes the device for an MTIA. */
    boolean isMtia() {
        return isMtiaJob || (saw(Mark.MTIA) && !saw(Mark.NVIDIA) && !saw(Mark.AMD));
    }

    @Override
    public void other() {
        entries++;
    }

    @Override
    public void event(JsonParser parser) throws IOException {
        event.read(parser);
        int position = entries++;
        isFractional |= event.isFractional || !Double.isFinite(event.start);
        hasArguments |= event.hasArguments;
        boolean isKept = event.hasCategory
                && !event.category.equals("Trace")
                && !Double.isNaN(event.start)
                && !Double.isNaN(event.duration);
        if (isKept && (Math.abs(event.start) > LATEST || Math.abs(event.duration) > LATEST)) {
            outside++;
        } else if (isKept) {
            keep(position);
        }
    }

    private void keep(int position) {
        int marks = Mark.ofCategory(event.category) | Mark.ofName(event.name, event.nameLength);
        seenMarks |= marks;
        all.add(event.start, event.duration);
        if (!EventTable.isDeviceSide(event.stream, event.correlation, marks)) {
            host.add(event.start, event.duration);
        }
        if ((marks & Mark.STEP) != 0 && steps.size() < 2) {
            steps.add(new String(event.name, 0, event.nameLength));
        }
        boolean matters = event.stream != -1
                || event.correlation != -1
                || position == 0
                || (marks & (Mark.STEP | Mark.SYNC | Mark.ANNOTATION | Mark.LAUNCH)) != 0;
        if (!matters) {
            return;
        }
        if (table.size >= mostRows) {
            throw tooLarge(
                    "launches and pieces of device work, " + table.size + " so far, than the memory",
                    "give the process more memory or record fewer steps");
        }
        int name = table.names.number(event.name, event.nameLength);
        if (name < 0) {
            throw tooLarge("characters of distinct names than the memory", "record fewer steps");
        }
        table.hasFirstEntry |= position == 0;
        table.add(event, marks, name);
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
