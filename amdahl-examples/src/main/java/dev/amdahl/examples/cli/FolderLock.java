package dev.amdahl.examples.cli;

import dev.amdahl.core.ledger.event.LedgerBusyException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** One process at a time in a folder; a process that dies lets go. Not thread-safe. */
final class FolderLock implements AutoCloseable {
    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock at once or not at all.
     *
     * @throws LedgerBusyException if another process has it
     */
    static FolderLock of(Path folder, String name) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (lock(channel) == null) {
            channel.close();
            throw new LedgerBusyException(folder.toString(), "is in use by another " + name, null);
        }
        return new FolderLock(channel);
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException here) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
