package dev.amdahl.core.ledger;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.internal.ledger.file.EventLine;
import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.Event;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Writes all events of a ledger as JSON lines, from which {@link LedgerImport} makes the same ledger again, in either kind of store:
 * a line that names the schema, the events with their chain, and a line that names their number and the head.
 */
public final class LedgerExport {
    static final String FORMAT = "amdahl.ledger";

    private LedgerExport() {}

    /**
     * The content of an export or an import.
     *
     * @param events how many
     * @param head the hash of the last one
     * @param keptFiles how many files in the evidence store its events name, which are not part of it
     */
    public record Content(long events, String head, int keptFiles) {}

    /**
     * Writes into a file that appears whole or not at all.
     *
     * @param url as {@link Ledger#open} takes it; read beside a running loop
     * @throws dev.amdahl.core.ledger.event.LedgerDamagedException naming the first event that is not what was written; nothing was written
     */
    public static Content write(String url, Path file) throws IOException {
        Content[] written = new Content[1];
        AtomicFiles.write(file, out -> written[0] = write(url, out));
        return written[0];
    }

    /** Overload of {@code write}: to a stream, one event at a time. */
    public static Content write(String url, OutputStream out) throws IOException {
        line(out, "{\"format\":\"" + FORMAT + "\",\"schema\":" + LedgerStore.schemaVersion() + "}");
        Set<String> kept = new HashSet<>();
        Event[] last = {new Event(0, "", "", "", "", "", Event.GENESIS)};
        try {
            LedgerReader.forEach(url, recorded -> {
                try {
                    line(out, EventLine.of(recorded.event()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                if (recorded.entry() instanceof Entry.EvidenceKept file) {
                    kept.add(file.digest());
                }
                last[0] = recorded.event();
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        line(out, "{\"events\":" + last[0].seq() + ",\"head\":\"" + last[0].hash() + "\"}");
        return new Content(last[0].seq(), last[0].hash(), kept.size());
    }

    private static void line(OutputStream out, String line) throws IOException {
        out.write(line.getBytes(US_ASCII));
        out.write('\n');
    }
}
