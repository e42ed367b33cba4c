package dev.amdahl.core.internal.ledger.file;

import dev.amdahl.core.ledger.event.LedgerUnusableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;

/** Whether a disk has room for another cycle. Thread-safe. */
public final class FreeSpace {
    private static final long MEBIBYTE = 1L << 20;
    private static final long USED_UP = MEBIBYTE;

    private FreeSpace() {}

    /**
     * Asks for so much room on the disk of a path, which need not exist yet; where nobody tells how much there is, as in a root that no
     * mount point names, it goes on.
     *
     * @throws LedgerUnusableException if the disk that holds the path has fewer usable bytes
     */
    public static void require(Path path, long bytes) {
        Path existing = existing(path);
        OptionalLong usable = usable(existing);
        if (usable.isPresent() && usable.getAsLong() < bytes) {
            throw new LedgerUnusableException(
                    existing.toString(),
                    "the disk has " + mebibytes(usable.getAsLong()) + " MiB free, " + mebibytes(bytes)
                            + " MiB are needed",
                    "free some disk space",
                    null);
        }
    }

    /** Returns whether so little is left on the disk of a path that an error of its database needs no other cause. */
    public static boolean isUsedUp(Path path) {
        return usable(existing(path)).orElse(USED_UP) < USED_UP;
    }

    private static Path existing(Path path) {
        Path existing = path.toAbsolutePath();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        return existing;
    }

    private static OptionalLong usable(Path existing) {
        try {
            return OptionalLong.of(Files.getFileStore(existing).getUsableSpace());
        } catch (IOException | UnsupportedOperationException unknown) {
            return OptionalLong.empty();
        }
    }

    private static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / (double) MEBIBYTE);
    }
}
