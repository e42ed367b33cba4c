package dev.amdahl.gpu.kernel.device;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder for builds that goes with its process: a lock on a file in it, which ends with whoever holds it, tells the next process that
 * a folder was left behind. Thread-safe.
 */
final class BuildFolder implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(BuildFolder.class);
    private static final String PREFIX = "amdahl-kernel";
    private static final String OWNER = "owner";

    /** To open the file of a folder of this process once more, and to close it, would give its lock back. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel owner;

    private BuildFolder(Path path, FileChannel owner) {
        this.path = path;
        this.owner = owner;
    }

    /** Creates a new one, once those of processes that died are gone. */
    static BuildFolder in(Path temporary) throws IOException {
        sweep(temporary.toRealPath());
        Path path = Files.createTempDirectory(temporary, PREFIX).toRealPath();
        OWN.add(path);
        Path unlocked = path.resolve(OWNER + ".new");
        FileChannel owner = FileChannel.open(unlocked, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        owner.lock();
        Files.move(unlocked, path.resolve(OWNER));
        return new BuildFolder(path, owner);
    }

    Path path() {
        return path;
    }

    private static void sweep(Path temporary) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(temporary, PREFIX + "*")) {
            for (Path each : found) {
                Path owner = each.resolve(OWNER);
                if (!OWN.contains(each)
                        && Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)
                        && Files.isRegularFile(owner, LinkOption.NOFOLLOW_LINKS)
                        && Files.isWritable(owner)) {
                    sweep(each, owner);
                }
            }
        }
    }

    /** Another process may sweep it at the same time. */
    private static void sweep(Path folder, Path owner) {
        try (FileChannel channel = FileChannel.open(owner, StandardOpenOption.WRITE)) {
            if (channel.tryLock() != null) {
                delete(folder);
                LOG.info("{}: deleted, a process that died has left it", folder);
            }
        } catch (IOException e) {
            LOG.debug("{}: not swept: {}", folder, e.toString());
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }

    /** Deletes it, once. */
    @Override
    public void close() throws IOException {
        if (OWN.contains(path)) {
            delete(path);
            owner.close();
            OWN.remove(path);
        }
    }
}
