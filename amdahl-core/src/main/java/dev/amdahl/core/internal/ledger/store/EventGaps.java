package dev.amdahl.core.internal.ledger.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.internal.ledger.file.EventLine;
import dev.amdahl.core.internal.ledger.file.EventSegments;
import dev.amdahl.core.internal.ledger.file.TailReader;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Event files that are missing before others: each comes back whole from the database, or not at all. Stateless.
 *
 * @param segments the files
 * @param newest the number of the last one
 */
record EventGaps(EventSegments segments, int newest) {
    private static final Logger LOG = LoggerFactory.getLogger(EventGaps.class);

    void fill(LedgerStore store) throws IOException {
        for (int number = 0; number < newest; number++) {
            if (!Files.exists(segments.at(number))) {
                fill(store, number);
            }
        }
    }

    /** Where several are missing in a row, the first takes all of it. */
    private void fill(LedgerStore store, int number) throws IOException {
        long from = lastBefore(number) + 1;
        long to = firstAfter(number);
        Path file = segments.at(number);
        LOG.warn("{}: is missing, writing events {} to {} from the database", file, from, to - 1);
        StringBuilder lines = new StringBuilder();
        store.forEachEvent(from, event -> {
            if (event.seq() < to) {
                lines.append(EventLine.of(event)).append('\n');
            }
        });
        AtomicFiles.write(file, lines.toString().getBytes(UTF_8));
    }

    private long firstAfter(int number) throws IOException {
        for (int after = number + 1; after <= newest; after++) {
            if (holdsSomething(after)) {
                try (BufferedReader in = Files.newBufferedReader(segments.at(after), UTF_8)) {
                    return seq(after, Optional.ofNullable(in.readLine()));
                }
            }
        }
        return 1;
    }

    private long lastBefore(int number) throws IOException {
        for (int before = number - 1; before >= 0; before--) {
            if (holdsSomething(before)) {
                try (FileChannel whole = FileChannel.open(segments.at(before), StandardOpenOption.READ)) {
                    return seq(before, new TailReader(whole).lastLine());
                }
            }
        }
        return 0;
    }

    private boolean holdsSomething(int number) throws IOException {
        return Files.exists(segments.at(number)) && Files.size(segments.at(number)) > 0;
    }

    private long seq(int number, Optional<String> line) {
        return line.flatMap(EventLine::parse)
                .filter(Event::isSound)
                .orElseThrow(() -> new LedgerDamagedException(
                        segments.at(number).toString(),
                        0,
                        "does not begin and end with an event",
                        "move it away: it is rewritten from the database at the next cycle, or run ledger repair",
                        null))
                .seq();
    }
}
