package dev.amdahl.examples.cli.run;

import dev.amdahl.core.internal.io.Removal;
import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.schedulers.local.OwnedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where trials, builds and captures lie: beside the ledger; for a ledger in memory a folder that goes with it.
 *
 * @param path the folder
 * @param made the outermost folder that was made for it; empty if it was there
 * @param isTemporary whether it goes with whatever it holds
 */
public record WorkFolder(Path path, Optional<Path> made, boolean isTemporary) implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkFolder.class);
    /** What programs leave there is nobody else's to run or read. */
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private static final String PREFIX = "amdahl-";

    /** Returns the folder of that ledger; if it was not there and no file comes into it, it is gone after {@link #close}. */
    public static WorkFolder of(String url) throws IOException {
        LedgerLocation location = LedgerLocation.of(url);
        if (location.base().isEmpty()) {
            return temporary();
        }
        LedgerStore.requireKnown(location);
        Path base = location.base().get();
        Path folder = base.resolveSibling(base.getFileName() + ".work");
        Optional<Path> made = missing(folder);
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        if (Files.getOwner(folder).equals(Files.getOwner(Path.of("/proc/self")))) {
            Files.setPosixFilePermissions(folder, OWNER_ONLY);
        }
        return new WorkFolder(folder, made, false);
    }

    private static Optional<Path> missing(Path folder) {
        Optional<Path> outermost = Optional.empty();
        for (Path at = folder; at != null && !Files.exists(at); at = at.getParent()) {
            outermost = Optional.of(at);
        }
        return outermost;
    }

    public static WorkFolder temporary() throws IOException {
        Path folder = OwnedFolder.create(PREFIX);
        return new WorkFolder(folder, Optional.of(folder), true);
    }

    /** Ends what a killed process of this user left running in a temporary folder, and removes the folder. */
    public static void removeOrphans() throws IOException {
        OwnedFolder.sweep(PREFIX);
    }

    @Override
    public void close() throws IOException {
        if (made.isEmpty() || !Files.exists(made.get())) {
            return;
        }
        try {
            if (isTemporary || Removal.leavesNothing(made.get())) {
                Removal.of(made.get());
            }
        } catch (IOException left) {
            LOG.warn("{} could not be removed whole: {}", made.get(), left.toString());
        }
    }
}
