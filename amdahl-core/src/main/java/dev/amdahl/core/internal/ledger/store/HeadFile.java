package dev.amdahl.core.internal.ledger.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The newest event of a ledger on a server that this host has seen, against which a server that was set back shows. Not thread-safe. */
final class HeadFile implements CommitWitness {
    private static final Pattern LINE = Pattern.compile("([1-9][0-9]{0,17}) ([0-9a-f]{64})\n");

    private final Path file;
    private long seen;

    private HeadFile(Path file, long seen) {
        this.file = file;
        this.seen = seen;
    }

    /**
     * Compares with what this host saw last, and keeps what is newer.
     *
     * @throws LedgerDamagedException naming the first event that the server has lost
     */
    static HeadFile open(Path file, LedgerStore store) {
        check(file, store);
        HeadFile opened = new HeadFile(file, read(file).map(Head::seq).orElse(0L));
        store.event(store.events()).ifPresent(opened::keep);
        return opened;
    }

    /** Overload of {@code check}: changing nothing. */
    static void check(Path file, LedgerStore store) {
        read(file).ifPresent(head -> {
            long events = store.events();
            if (head.seq() > events) {
                throw damaged(
                        file,
                        events + 1,
                        "the database ends at event " + events + " but this host has seen " + head.seq()
                                + ": it was set back");
            }
            if (!store.event(head.seq()).map(Event::hash).equals(Optional.of(head.hash()))) {
                throw damaged(file, head.seq(), "is not the one that this host has seen");
            }
        });
    }

    @Override
    public void append(List<Event> events) {
        if (!events.isEmpty()) {
            keep(events.get(events.size() - 1));
        }
    }

    @Override
    public void close() {}

    private void keep(Event event) {
        if (event.seq() <= seen) {
            return;
        }
        try {
            AtomicFiles.writePrivate(file, (event.seq() + " " + event.hash() + "\n").getBytes(US_ASCII));
            seen = event.seq();
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
    }

    private static Optional<Head> read(Path file) {
        try {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            Matcher line = LINE.matcher(Files.readString(file, US_ASCII));
            if (!line.matches()) {
                throw damaged(file, 0, "the file is not what was written");
            }
            return Optional.of(new Head(Long.parseLong(line.group(1)), line.group(2)));
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
    }

    private static LedgerDamagedException damaged(Path file, long seq, String problem) {
        return new LedgerDamagedException(
                file.toString(),
                seq,
                problem,
                "restore the newer database; if it was replaced on purpose, move this file away",
                null);
    }

    private record Head(long seq, String hash) {}
}
