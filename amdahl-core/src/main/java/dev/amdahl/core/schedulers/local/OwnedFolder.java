package dev.amdahl.core.schedulers.local;

import dev.amdahl.core.internal.io.Removal;
import dev.amdahl.spi.AmdahlException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Temporary folders that name the process they are for, with the trials of {@link LocalScheduler#owned} in them: once it is dead, a later
 * process ends what still runs there, and removes them. Stateless, thread-safe.
 */
public final class OwnedFolder {
    private static final Logger LOG = LoggerFactory.getLogger(OwnedFolder.class);
    private static final String OWNER = "owner";

    private OwnedFolder() {}

    /** Creates a folder of this process, whose name begins so. */
    public static Path create(String prefix) throws IOException {
        Path folder = Files.createTempDirectory(prefix);
        Optional<ProcessIdentity> self =
                ProcessIdentity.of(ProcessHandle.current().pid());
        if (self.isPresent()) {
            Files.writeString(folder.resolve(OWNER), self.get() + "\n");
        }
        return folder;
    }

    /** Ends what killed processes of this user left running in their folders whose names begin so, and removes these. */
    public static void sweep(String prefix) throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, prefix + "*")) {
            for (Path folder : folders) {
                sweep(folder);
            }
        }
    }

    /** Two may do it at once, and what is just being killed may still write: then the next one finds what is left. */
    private static void sweep(Path folder) {
        try {
            if (isOrphan(folder)) {
                LocalScheduler.endAll(folder.resolve(LocalScheduler.NAME));
                Removal.of(folder);
            }
        } catch (IOException | AmdahlException e) {
            LOG.debug("{} not removed: {}", folder, e.toString());
        }
    }

    private static boolean isOrphan(Path folder) throws IOException {
        Path owner = folder.resolve(OWNER);
        return Files.isRegularFile(owner, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(owner).equals(Files.getOwner(Path.of("/proc/self")))
                && ProcessIdentity.parse(Files.readString(owner))
                        .filter(process -> !process.isAlive())
                        .isPresent();
    }
}
