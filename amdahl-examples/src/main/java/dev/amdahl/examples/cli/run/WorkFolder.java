package dev.amdahl.examples.cli.run;

import dev.amdahl.core.ledger.file.LedgerLocation;
import dev.amdahl.core.ledger.store.LedgerStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where trials, builds and captures lie: beside the ledger; for a ledger in memory a folder that goes with it. Immutable.
 *
 * @param path the folder
 * @param made the outermost folder that was made for it; empty if it was there
 * @param isTemporary whether it goes with whatever it holds
 */
public record WorkFolder(Path path, Optional<Path> made, boolean isTemporary) implements AutoCloseable {

    /** The folder of that ledger; if it was not there and no file comes into it, it is gone after {@link #close}. */
    public static WorkFolder of(String url) throws IOException {
        LedgerLocation location = LedgerLocation.of(url);
        if (location.base().isEmpty()) {
            return temporary();
        }
        LedgerStore.requireKnown(location);
        Path base = location.base().get();
        Path folder = base.resolveSibling(base.getFileName() + ".work");
        Optional<Path> made = missing(folder);
        return new WorkFolder(Files.createDirectories(folder), made, false);
    }

    private static Optional<Path> missing(Path folder) {
        Optional<Path> outermost = Optional.empty();
        for (Path at = folder; at != null && !Files.exists(at); at = at.getParent()) {
            outermost = Optional.of(at);
        }
        return outermost;
    }

    /** Whether a ledger stays open between cycles: one in memory lasts only so long, one on a server is held from nobody by it. */
    public static boolean isHeld(String url) {
        LedgerLocation location = LedgerLocation.of(url);
        return location.base().isEmpty() || location.isOnServer();
    }

    public static WorkFolder temporary() throws IOException {
        Path folder = Files.createTempDirectory("amdahl-");
        return new WorkFolder(folder, Optional.of(folder), true);
    }

    @Override
    public void close() throws IOException {
        if (made.isEmpty()) {
            return;
        }
        List<Path> all;
        try (Stream<Path> files = Files.walk(made.get())) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        if (isTemporary || all.stream().allMatch(Files::isDirectory)) {
            for (Path each : all) {
                Files.deleteIfExists(each);
            }
        }
    }
}
