package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.ledger.event.LedgerLocation;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drafts beside a database file of processes that ended before they could rename or remove them. Removed by whoever has the database
 * open; another process that is at its draft just then finds it gone and does without.
 *
 * @param location the ledger
 */
record Leftovers(LedgerLocation location) {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    /** Removes them, where that is possible. */
    void sweep() {
        Path file = location.database().orElse(null);
        if (file == null) {
            return;
        }
        try (DirectoryStream<Path> drafts = Files.newDirectoryStream(
                AtomicFiles.folder(file), draft -> isDraft(String.valueOf(draft.getFileName())))) {
            for (Path draft : drafts) {
                Files.deleteIfExists(draft);
                LOG.info("{}: removed, as no process was using it", draft);
            }
        } catch (IOException e) {
            LOG.warn("{}: drafts beside it were not removed: {}", file, e.toString());
        }
    }

    private boolean isDraft(String name) {
        String database = Pattern.quote(name(location.database().orElseThrow()));
        String secret = Pattern.quote(name(location.secret().orElseThrow()));
        String events = Pattern.quote(name(location.eventFile().orElseThrow()).replaceFirst("jsonl$", ""));
        return name.matches("\\." + database + "\\.(compact\\d+|whole)(\\.mv\\.db|\\.trace\\.db)")
                || name.matches(database + "\\.(temp|v\\d+\\.zip\\.tmp)")
                || name.matches("\\.(" + secret + "|" + events + "([0-9]+\\.)?jsonl)\\d+\\.tmp");
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
