package dev.amdahl.core.ledger.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of one event per line, {@code NAME.events.jsonl}: the head against which a rolled-back database shows, and what
 * readers read while a loop runs. Goes on in {@code NAME.events.1.jsonl} when it has grown. Written after the commit and forced
 * to the disk. Not thread-safe; reading is.
 */
public final class EventFile implements CommitWitness {
    private static final Logger LOG = LoggerFactory.getLogger(EventFile.class);

    /** Readers start at the first file and pass over whole ones; a file of this size is copied or moved in a second. */
    private static final long MOST_BYTES = 64L << 20;

    private final Path file;
    private final EventSegments segments;
    private final long mostBytes;
    private int number;
    private FileChannel channel;

    private EventFile(Path file, long mostBytes, EventSegments segments, int number, FileChannel channel) {
        this.file = file;
        this.mostBytes = mostBytes;
        this.segments = segments;
        this.number = number;
        this.channel = channel;
    }

    /**
     * Opens or creates the file and makes it agree with the database: a torn end is cut, missing events are written.
     *
     * @throws LedgerDamagedException if it holds events that the database lacks or has otherwise
     */
    public static EventFile open(Path file, LedgerStore store) {
        return open(file, store, MOST_BYTES);
    }

    static EventFile open(Path file, LedgerStore store, long mostBytes) {
        EventSegments segments = new EventSegments(file);
        try {
            NavigableSet<Integer> there = segments.numbers();
            int number = there.isEmpty() ? 0 : there.last();
            EventFile opened = new EventFile(file, mostBytes, segments, number, segments.open(number));
            try {
                opened.align(store, there.isEmpty());
            } catch (IOException | RuntimeException e) {
                opened.close();
                throw e;
            }
            return opened;
        } catch (IOException e) {
            throw Failures.unreadable(file, e);
        }
    }

    /**
     * Shows every whole line in order, each checked against the one before; opens no database. A last line that is still
     * being written is left out.
     *
     * @throws LedgerDamagedException naming the first event that is not what was written
     */
    public static void forEach(Path file, Consumer<Event> reader) {
        try {
            new EventReader(new EventSegments(file), reader).read();
        } catch (IOException e) {
            throw Failures.unreadable(file, e);
        }
    }

    /** Appends and forces to the disk. */
    @Override
    public void append(List<Event> events) {
        StringBuilder lines = new StringBuilder();
        events.forEach(event -> lines.append(EventLine.of(event)).append('\n'));
        try {
            if (channel.size() >= mostBytes) {
                beginNext();
            }
            write(lines);
            channel.force(false);
        } catch (IOException e) {
            throw new LedgerUnusableException(
                    file.toString(),
                    "the events are committed but could not be written here: " + e,
                    "make free space if the disk is full, then open the ledger again",
                    e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("{}: closing failed: {}", file, e.toString());
        }
    }

    private void align(LedgerStore store, boolean isNew) throws IOException {
        Optional<Event> last = lastEvent();
        long have = last.map(Event::seq).orElse(0L);
        long events = store.events();
        if (have > events) {
            throw new LedgerDamagedException(
                    file.toString(),
                    events + 1,
                    "the database ends at event " + events + " but " + have + " were committed: it was rolled back",
                    "bring back the newer database file; nothing was changed",
                    null);
        }
        if (last.isPresent() && !store.event(have).equals(last)) {
            throw new LedgerDamagedException(
                    file.toString(),
                    have,
                    "differs from the database's",
                    "run ledger verify to see which of them is sound; nothing was changed",
                    null);
        }
        new EventGaps(segments, number).fill(store);
        if (have < events) {
            LOG.warn("{}: writing events {} to {} from the database", file, have + 1, events);
            rewriteFrom(store, have + 1);
        }
        if (isNew) {
            segments.forceFolder();
        }
    }

    private void beginNext() throws IOException {
        channel.force(true);
        FileChannel next = segments.open(number + 1);
        segments.forceFolder();
        channel.close();
        number++;
        channel = next;
    }

    /** Of the newest file; one that was begun but holds nothing whole goes. */
    private Optional<Event> lastEvent() throws IOException {
        Optional<Event> last = cutTornEnd();
        while (last.isEmpty() && number > 0) {
            channel.close();
            Files.delete(segments.at(number));
            segments.forceFolder();
            number = segments.numbers().isEmpty() ? 0 : segments.numbers().last();
            channel = segments.open(number);
            last = cutTornEnd();
        }
        return last;
    }

    private Optional<Event> cutTornEnd() throws IOException {
        TailReader tail = new TailReader(channel);
        Optional<String> line = tail.lastLine();
        while (line.isPresent()) {
            Optional<Event> event = EventLine.parse(line.get()).filter(Event::isSound);
            if (event.isPresent()) {
                cut(tail.end());
                return event;
            }
            line = tail.lineBefore();
        }
        cut(0);
        return Optional.empty();
    }

    private void cut(long size) throws IOException {
        if (size < channel.size()) {
            LOG.warn("{}: cutting a torn end of {} bytes", file, channel.size() - size);
            channel.truncate(size);
        }
        channel.position(size);
    }

    private void rewriteFrom(LedgerStore store, long seq) throws IOException {
        List<Event> block = new ArrayList<>();
        store.forEachEvent(seq, event -> {
            block.add(event);
            if (block.size() == 1000) {
                append(block);
                block.clear();
            }
        });
        append(block);
    }

    private void write(CharSequence text) throws IOException {
        ByteBuffer bytes = UTF_8.encode(text.toString());
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
