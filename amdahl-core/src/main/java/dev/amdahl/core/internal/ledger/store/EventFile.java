package dev.amdahl.core.internal.ledger.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.Lists;
import dev.amdahl.core.internal.io.FileFault;
import dev.amdahl.core.internal.ledger.file.EventLine;
import dev.amdahl.core.internal.ledger.file.EventReader;
import dev.amdahl.core.internal.ledger.file.EventSegments;
import dev.amdahl.core.internal.ledger.file.TailReader;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of one event per line, {@code NAME.events.jsonl}: the head against which a rolled-back database shows, and what
 * readers read while a loop runs. Goes on in {@code NAME.events.1.jsonl} when it has grown. Written after the commit has been forced to
 * the disk, so that it is never ahead; forced itself at {@link #force}, or after {@value #MAX_UNFORCED} events. Not thread-safe; reading is.
 */
public final class EventFile implements CommitWitness {
    private static final Logger LOG = LoggerFactory.getLogger(EventFile.class);

    /** What a power cut may take from the end of this file, never from the database: it is rewritten at the next opening. */
    private static final int MAX_UNFORCED = 256;

    /** Readers start at the first file and pass over whole ones; a file of this size is copied or moved in a second. */
    private static final long MAX_BYTES = 64L << 20;

    private final Path file;
    private final EventSegments segments;
    private final long mostBytes;
    private int number;
    private FileChannel channel;
    private int unforced;
    private long newestSeen;

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
        return open(file, store, MAX_BYTES);
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
            throw new LedgerUnusableException(file, e);
        }
    }

    /**
     * Shows every whole line in order, each checked against the one before; opens no database. A last line that is still
     * being written is left out.
     *
     * @throws LedgerDamagedException naming the first event that is not what was written
     */
    public static void forEach(Path file, Consumer<Event> reader) {
        new EventReader(file).read(reader);
    }

    /** Returns the number of the newest event, as the last whole line gives it, unchecked; 0 if that is none. */
    public static long newest(Path file) {
        EventSegments segments = new EventSegments(file);
        try {
            NavigableSet<Integer> there = segments.numbers();
            Path last = there.isEmpty() ? file : segments.at(there.last());
            try (FileChannel channel = FileChannel.open(last)) {
                return new TailReader(channel)
                        .lastLine()
                        .flatMap(EventLine::parse)
                        .map(Event::seq)
                        .orElse(0L);
            }
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
    }

    /** Returns the newest events in order, each checked against the one before; empty if they, or what there is of them, are not whole. */
    public static Optional<List<Event>> newest(Path file, int most) {
        EventSegments segments = new EventSegments(file);
        Deque<Event> newest = new ArrayDeque<>();
        try {
            for (int number : segments.numbers().descendingSet()) {
                try (FileChannel channel = FileChannel.open(segments.at(number))) {
                    TailReader tail = new TailReader(channel);
                    for (Optional<String> line = tail.lastLine();
                            line.isPresent() && newest.size() < most;
                            line = tail.lineBefore()) {
                        Optional<Event> event = EventLine.parse(line.get()).filter(Event::isSound);
                        boolean follows = event.isPresent()
                                && (newest.isEmpty()
                                        || newest.getFirst()
                                                .previous()
                                                .equals(event.get().hash()));
                        if (!follows) {
                            return Optional.empty();
                        }
                        newest.addFirst(event.get());
                    }
                }
            }
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
        boolean isWhole = newest.size() == most
                || newest.isEmpty()
                || newest.getFirst().previous().equals(Event.GENESIS);
        return isWhole ? Optional.of(List.copyOf(newest)) : Optional.empty();
    }

    /** Appends; at most {@value #MAX_UNFORCED} events wait for {@link #force}. */
    @Override
    public void append(List<Event> events) {
        try {
            for (List<Event> part : Lists.partition(events, MAX_UNFORCED)) {
                appendPart(part);
            }
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    private void appendPart(List<Event> events) throws IOException {
        if (channel.size() >= mostBytes) {
            beginNext();
        }
        if (unforced + events.size() > MAX_UNFORCED) {
            forceChannel();
        }
        StringBuilder lines = new StringBuilder();
        events.forEach(event -> lines.append(EventLine.of(event)).append('\n'));
        write(lines);
        unforced += events.size();
    }

    @Override
    public void force() {
        try {
            forceChannel();
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    private void forceChannel() throws IOException {
        if (unforced > 0) {
            channel.force(false);
            unforced = 0;
        }
    }

    private LedgerUnusableException notWritten(IOException e) {
        return new LedgerUnusableException(
                file.toString(),
                "the events are committed but could not be written here: " + FileFault.words(e),
                "free some disk space if the disk is full, then open the ledger again",
                e);
    }

    @Override
    public void close() {
        try {
            forceChannel();
            channel.close();
        } catch (IOException e) {
            LOG.warn("{}: closing failed: {}", file, e.toString());
        }
    }

    private void align(LedgerStore store, boolean isNew) throws IOException {
        long events = store.events();
        Optional<Event> last = lastEvent(events);
        long have = last.map(Event::seq).orElse(0L);
        if (newestSeen > events) {
            throw new LedgerDamagedException(
                    file.toString(),
                    events + 1,
                    "the database ends at event " + events + " but " + newestSeen
                            + " were committed: it was rolled back",
                    "restore the newer database file; nothing was changed",
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
        unforced = 0;
        FileChannel next = segments.open(number + 1);
        segments.forceFolder();
        channel.close();
        number++;
        channel = next;
    }

    /** Of the newest file; one that was begun but holds nothing whole goes. */
    private Optional<Event> lastEvent(long events) throws IOException {
        Optional<Event> last = cutTornEnd(events);
        while (last.isEmpty() && number > 0 && newestSeen <= events) {
            channel.close();
            Files.delete(segments.at(number));
            segments.forceFolder();
            number = segments.numbers().isEmpty() ? 0 : segments.numbers().last();
            channel = segments.open(number);
            last = cutTornEnd(events);
        }
        return last;
    }

    /**
     * What was not forced may lack a piece in its middle: the end of the last chain that is whole counts. A power cut leaves zeros and
     * pieces of lines; a whole line with another hash, or in another place, was altered.
     */
    private Optional<Event> cutTornEnd(long events) throws IOException {
        TailReader tail = new TailReader(channel);
        Optional<Event> last = Optional.empty();
        String expected = "";
        long end = 0;
        int whole = 0;
        long altered = 0;
        for (Optional<String> line = tail.lastLine();
                line.isPresent() && whole < 2 * MAX_UNFORCED;
                line = tail.lineBefore()) {
            Optional<Event> told = EventLine.parse(line.get());
            Optional<Event> event = told.filter(Event::isSound);
            if (event.isEmpty()) {
                altered = line.get().indexOf('\0') < 0 ? told.map(Event::seq).orElse(altered) : altered;
                last = Optional.empty();
                whole = 0;
                continue;
            }
            newestSeen = Math.max(newestSeen, event.get().seq());
            if (last.isEmpty() || !event.get().hash().equals(expected)) {
                altered = last.isEmpty() ? altered : event.get().seq() + 1;
                last = event;
                end = tail.end();
                whole = 0;
            }
            expected = event.get().previous();
            whole++;
        }
        if (newestSeen <= events) {
            cut(last.isPresent() ? end : 0, altered);
        }
        return last;
    }

    /** What is cut is kept beside: of torn ends the newest, of altered ones each. */
    private void cut(long size, long altered) throws IOException {
        long bytes = channel.size() - size;
        if (bytes > 0 && altered > 0) {
            LOG.warn(
                    "{}: event {} was altered in the file; from there on the database's are written; kept in {}",
                    segments.at(number),
                    altered,
                    kept(size, free(".altered-")));
            channel.truncate(size);
        } else if (bytes > 0) {
            LOG.warn(
                    "{}: cutting a torn end of {} bytes; kept in {}",
                    segments.at(number),
                    bytes,
                    kept(size, beside(".torn")));
            channel.truncate(size);
        }
        channel.position(size);
    }

    private Path kept(long from, Path copy) throws IOException {
        try (FileChannel out = FileChannel.open(
                copy, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            for (long at = from; at < channel.size(); ) {
                at += channel.transferTo(at, channel.size() - at, out);
            }
            out.force(true);
        }
        return copy;
    }

    private Path free(String suffix) {
        int next = 1;
        while (Files.exists(beside(suffix + next))) {
            next++;
        }
        return beside(suffix + next);
    }

    private Path beside(String suffix) {
        Path cut = segments.at(number);
        return cut.resolveSibling(cut.getFileName() + suffix);
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
        forceChannel();
    }

    private void write(CharSequence text) throws IOException {
        ByteBuffer bytes = UTF_8.encode(text.toString());
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
