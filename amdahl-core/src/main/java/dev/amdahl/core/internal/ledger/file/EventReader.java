package dev.amdahl.core.internal.ledger.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads the event files in order while a loop may write them; each call goes on where the one before it ended. Not thread-safe. */
public final class EventReader {
    private static final int BLOCK = 1 << 16;

    private final EventSegments segments;
    private int number;
    private long at;
    private long newest;
    private long seq;
    private String previous = Event.GENESIS;

    /** Starts before the first event. */
    public EventReader(Path file) {
        this.segments = new EventSegments(file);
    }

    /**
     * Shows every whole line that was not shown yet, each checked against the one before; opens no database. A last line that is still
     * being written is left for the next call.
     *
     * @throws LedgerDamagedException naming the first event that is not what was written; this reader is of no more use then
     */
    public void read(Consumer<Event> reader) {
        try {
            readAll(reader);
        } catch (IOException e) {
            throw new LedgerUnusableException(segments.first(), e);
        }
    }

    private void readAll(Consumer<Event> reader) throws IOException {
        while (readSegment(reader)) {
            number++;
            at = 0;
        }
        int missing = Files.exists(segments.at(number)) ? number + 1 : number;
        Integer later = segments.numbers().higher(missing);
        if (later != null && !Files.exists(segments.at(missing))) {
            throw new LedgerDamagedException(
                    segments.at(missing).toString(),
                    seq + 1,
                    "is missing although " + segments.at(later) + " is there",
                    rewritten(""),
                    null);
        }
    }

    /** Returns whether another one follows, which was begun only once this one was whole; what is begun later is for the next reader. */
    private boolean readSegment(Consumer<Event> reader) throws IOException {
        Path file = segments.at(number);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            requireSame(file, channel);
            readOn(file, channel, reader);
            boolean isFollowed = Files.exists(segments.at(number + 1));
            if (isFollowed) {
                readOn(file, channel, reader);
            }
            return isFollowed;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** What was read last must stand there still. */
    private void requireSame(Path file, FileChannel channel) throws IOException {
        boolean isSame = at == 0
                || new Lines(channel, newest)
                        .next()
                        .flatMap(EventLine::parse)
                        .filter(event -> event.hash().equals(previous))
                        .isPresent();
        if (!isSame) {
            throw new LedgerDamagedException(
                    file.toString(), seq, "is no longer there", "read the file from its beginning", null);
        }
    }

    private void readOn(Path file, FileChannel channel, Consumer<Event> reader) throws IOException {
        Lines lines = new Lines(channel, at);
        for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
            Optional<Event> event = next(line.get());
            if (event.isEmpty()) {
                lines = new Lines(channel, at);
                line = lines.next();
                event = line.flatMap(this::next);
            }
            if (line.isEmpty()) {
                break;
            }
            if (event.isEmpty()) {
                throw damaged(file, line.get());
            }
            seq++;
            previous = event.get().hash();
            newest = at;
            at = lines.end();
            reader.accept(event.get());
        }
    }

    /** Returns the event, if it is sound and the next; a torn end that a writer fixes at this moment is not, and is read once more. */
    private Optional<Event> next(String line) {
        return EventLine.parse(line)
                .filter(event -> event.seq() == seq + 1 && event.previous().equals(previous) && event.isSound());
    }

    private LedgerDamagedException damaged(Path file, String line) {
        Optional<Event> event = EventLine.parse(line);
        String problem = event.isEmpty()
                ? "is not an event"
                : event.get().seq() != seq + 1
                        ? "is missing, event " + event.get().seq() + " is in its place"
                        : !event.get().previous().equals(previous)
                                ? "does not follow the event before it"
                                : "is not what was written";
        return new LedgerDamagedException(file.toString(), seq + 1, problem, rewritten("move the file away: "), null);
    }

    private String rewritten(String first) {
        return Files.exists(LedgerLocation.databaseOf(segments.first()))
                ? first + "it is rewritten from the database at the next cycle, or run ledger repair"
                : "there is no database beside it to rewrite it from: restore a copy, or name another file";
    }

    /** Lines that end with a line feed; what follows the last one is still being written. */
    private static final class Lines {
        private final FileChannel channel;
        private final ByteBuffer block = ByteBuffer.allocate(BLOCK).limit(0);
        private long position;

        Lines(FileChannel channel, long position) {
            this.channel = channel;
            this.position = position;
        }

        /** Returns where the line returned last ends, its line feed included. */
        long end() {
            return position - block.remaining();
        }

        Optional<String> next() throws IOException {
            ByteArrayOutputStream before = new ByteArrayOutputStream(0);
            byte[] bytes = block.array();
            while (true) {
                int from = block.position();
                int to = block.limit();
                int feed = from;
                while (feed < to && bytes[feed] != '\n') {
                    feed++;
                }
                boolean isWhole = feed < to && before.size() == 0;
                if (!isWhole) {
                    before.write(bytes, from, feed - from);
                }
                if (feed < to) {
                    block.position(feed + 1);
                    return Optional.of(isWhole ? new String(bytes, from, feed - from, UTF_8) : before.toString(UTF_8));
                }
                int read = channel.read(block.clear(), position);
                block.flip();
                if (read <= 0) {
                    return Optional.empty();
                }
                position += read;
            }
        }
    }
}
