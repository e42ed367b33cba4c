package dev.amdahl.core.ledger.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of one event per line, {@code NAME.events.jsonl}: the head against which a rolled-back database shows, and what
 * readers read while a loop runs. Written after the commit and forced to the disk. Not thread-safe; reading is.
 */
public final class EventFile implements CommitWitness {
    private static final Logger LOG = LoggerFactory.getLogger(EventFile.class);

    private final Path file;
    private final FileChannel channel;

    private EventFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Opens or creates the file and makes it agree with the database: a torn end is cut, missing events are written.
     *
     * @throws LedgerDamagedException if it holds events that the database lacks or has otherwise
     */
    public static EventFile open(Path file, LedgerStore store) {
        try {
            boolean isNew = !Files.exists(file);
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            EventFile opened = new EventFile(file, channel);
            try {
                opened.align(store, isNew);
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
        try (Reader in = new BufferedReader(new InputStreamReader(Files.newInputStream(file), UTF_8), 1 << 16)) {
            String previous = Event.GENESIS;
            long seq = 0;
            for (Optional<String> line = wholeLine(in); line.isPresent(); line = wholeLine(in)) {
                seq++;
                Event event = next(file, line.get(), seq, previous);
                reader.accept(event);
                previous = event.hash();
            }
        } catch (IOException e) {
            throw Failures.unreadable(file, e);
        }
    }

    private static Optional<String> wholeLine(Reader in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int character = in.read(); character >= 0; character = in.read()) {
            if (character == '\n') {
                return Optional.of(line.toString());
            }
            line.append((char) character);
        }
        return Optional.empty();
    }

    private static Event next(Path file, String line, long seq, String previous) {
        Optional<Event> event = EventLine.parse(line);
        String problem = event.isEmpty()
                ? "is not an event"
                : event.get().seq() != seq
                        ? "is missing, event " + event.get().seq() + " stands in its place"
                        : !event.get().previous().equals(previous)
                                ? "does not follow the event before it"
                                : !event.get().isSound() ? "is not what was written" : "";
        if (event.isPresent() && problem.isEmpty()) {
            return event.get();
        }
        throw new LedgerDamagedException(
                file.toString(),
                seq,
                problem,
                "move the file away: it is written anew from the database at the next cycle",
                null);
    }

    /** Appends and forces to the disk. */
    @Override
    public void append(List<Event> events) {
        StringBuilder lines = new StringBuilder();
        events.forEach(event -> lines.append(EventLine.of(event)).append('\n'));
        try {
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
        Optional<Event> last = cutTornEnd();
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
        if (have < events) {
            LOG.warn("{}: writing events {} to {} from the database", file, have + 1, events);
            rewriteFrom(store, have + 1);
        }
        if (isNew) {
            forceFolder();
        }
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

    private void forceFolder() throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !System.getProperty("os.name", "").startsWith("Windows")) {
            try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
                directory.force(true);
            }
        }
    }
}
