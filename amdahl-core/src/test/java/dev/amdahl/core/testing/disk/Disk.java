package dev.amdahl.core.testing.disk;

import java.io.IOException;
import java.nio.file.Path;

/** What files are told to do, seen before and after it is done; the paths are those of the real file system. Implementations may be called by several threads. */
public interface Disk {
    /** What can fail. */
    enum Operation {
        /** Opening a file to write it. */
        OPEN,
        /** Writing bytes. */
        WRITE,
        /** Changing a file's length. */
        TRUNCATE,
        /** Making a file or the names of a folder last. */
        FORCE,
        /** Changing a name. */
        RENAME,
        /** Removing a name. */
        DELETE
    }

    /** A disk without faults. */
    Disk SOUND = (operation, file) -> {};

    /**
     * Something is about to be done.
     *
     * @throws IOException if it is to fail
     */
    void before(Operation operation, Path file) throws IOException;

    /** A file was opened to be written, and is new if it was not there. */
    default void opened(Path file) {}

    /** These bytes were written there. */
    default void written(Path file, long position, byte[] bytes) {}

    /** A file has a new length. */
    default void truncated(Path file, long size) {}

    /** A file, or the names of a folder, are on the disk to stay. */
    default void forced(Path file) {}

    /** A name was changed. */
    default void renamed(Path from, Path to) {}

    /** A name was removed. */
    default void deleted(Path file) {}
}
