package dev.amdahl.core.internal.io;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says what a failed write means and what to do about it. */
public final class Disk {
    private static final long LITTLE_BYTES = 1L << 20;

    private Disk() {}

    /** Returns the error of a place that could not be read or written. */
    public static AmdahlException failure(Path place, IOException cause) {
        return isFull(place, cause)
                ? new InvalidInputException(
                        place.toString(), "the disk is full", "free some disk space and run again", cause)
                : new InvalidInputException(
                        place.toString(),
                        "cannot be read or written: " + cause,
                        "give write access or another root",
                        cause);
    }

    private static boolean isFull(Path place, IOException cause) {
        String message = String.valueOf(cause.getMessage());
        return message.contains("No space left") || message.contains("Disk quota exceeded") || hasLittleRoom(place);
    }

    private static boolean hasLittleRoom(Path place) {
        Path existing = place.toAbsolutePath();
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        try {
            return existing != null && Files.getFileStore(existing).getUsableSpace() < LITTLE_BYTES;
        } catch (IOException | UnsupportedOperationException unknown) {
            return false;
        }
    }
}
