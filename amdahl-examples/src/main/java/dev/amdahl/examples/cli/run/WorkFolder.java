package dev.amdahl.examples.cli.run;

import dev.amdahl.core.ledger.file.LedgerLocation;
import dev.amdahl.core.ledger.store.LedgerStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where trials, builds and captures lie: beside the ledger; for a ledger in memory a folder that goes with it. */
public record WorkFolder(Path path, boolean isTemporary) implements AutoCloseable {

    public static WorkFolder of(String url) throws IOException {
        LedgerLocation location = LedgerLocation.of(url);
        if (location.base().isEmpty()) {
            return temporary();
        }
        LedgerStore.requireKnown(location);
        Path base = location.base().get();
        return new WorkFolder(Files.createDirectories(base.resolveSibling(base.getFileName() + ".work")), false);
    }

    /** Whether a ledger stays open between cycles: one in memory lasts only so long, one on a server is held from nobody by it. */
    public static boolean isHeld(String url) {
        LedgerLocation location = LedgerLocation.of(url);
        return location.base().isEmpty() || location.isOnServer();
    }

    public static WorkFolder temporary() throws IOException {
        return new WorkFolder(Files.createTempDirectory("amdahl-"), true);
    }

    @Override
    public void close() throws IOException {
        if (!isTemporary) {
            return;
        }
        List<Path> all;
        try (Stream<Path> files = Files.walk(path)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
