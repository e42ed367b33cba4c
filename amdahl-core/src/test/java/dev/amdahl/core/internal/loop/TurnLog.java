package dev.amdahl.core.internal.loop;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How two processes tell each other, by a file each, who had the ledger. Thread-safe. */
record TurnLog(Path folder, String name, String other) {
    private static final String TURN = "turn";
    private static final String BUSY = "busy";
    private static final String ENDED = "ended";
    private static final long MAX_PARKS = 60_000;

    void turn() {
        mark(TURN);
    }

    void busy() {
        mark(BUSY);
    }

    void ended() {
        mark(ENDED);
    }

    long turnsOfOther() {
        return marksOfOther().stream().filter(TURN::equals).count();
    }

    /** Until the other process has had another turn, or needs none. */
    void awaitTurnOfOther(long before) {
        await(() -> turnsOfOther() > before || marksOfOther().contains(ENDED));
    }

    /** Until the other process was told that the ledger is held. */
    void awaitBusyOther() {
        await(() -> marksOfOther().contains(BUSY));
    }

    private static void await(BooleanSupplier condition) {
        for (long park = 0; !condition.getAsBoolean(); park++) {
            if (park == MAX_PARKS) {
                throw new IllegalStateException("the other process does not go on");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private void mark(String what) {
        try {
            Files.writeString(
                    folder.resolve(name + ".marks"),
                    what + "\n",
                    US_ASCII,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> marksOfOther() {
        Path file = folder.resolve(other + ".marks");
        try {
            return Files.exists(file) ? Files.readAllLines(file, US_ASCII) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
