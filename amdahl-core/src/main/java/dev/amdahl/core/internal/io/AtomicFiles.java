package dev.amdahl.core.internal.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that appear whole or not at all. Thread-safe. */
public final class AtomicFiles {
    private static final String PRIVATE = "rw-------";

    private AtomicFiles() {}

    /** Writes, forces to the disk and renames into place; everybody may read it. */
    public static void write(Path file, byte[] content) throws IOException {
        write(file, out -> out.write(content));
    }

    /** Writes as {@code write} does, for its owner alone where the file system can say so. */
    public static void writePrivate(Path file, byte[] content) throws IOException {
        write(file, out -> out.write(content), PRIVATE, AtomicFiles::move);
    }

    /** Writes as {@code write} does, unless the file is there already; of several processes that do so at once the first one's content stays. */
    public static void writeFirst(Path file, byte[] content) throws IOException {
        write(file, out -> out.write(content), PRIVATE, AtomicFiles::moveFirst);
    }

    private static void moveFirst(Path draft, Path file) throws IOException {
        if (!isLinked(draft, file)) {
            Files.move(draft, file);
        }
    }

    private static boolean isLinked(Path draft, Path file) throws IOException {
        try {
            Files.createLink(file, draft);
            return true;
        } catch (FileAlreadyExistsException there) {
            return true;
        } catch (UnsupportedOperationException | FileSystemException noLinks) {
            return false;
        }
    }

    /** How a draft gets its name. */
    private interface Publication {
        void publish(Path draft, Path file) throws IOException;
    }

    /** What writes a file's content. */
    public interface Content {
        /** Writes all of it. */
        void writeTo(OutputStream out) throws IOException;
    }

    /** Overload of {@code write}: for content that is too large to hold. */
    public static void write(Path file, Content content) throws IOException {
        write(file, content, "rw-r--r--", AtomicFiles::move);
    }

    /**
     * Replaces a file in a folder that exists, for its owner alone, without forcing it to the disk: it is whole after this process is
     * killed, not after the machine is.
     */
    public static void replace(Path file, Content content) throws IOException {
        Path folder = folder(file);
        Path draft = draft(file, folder, PRIVATE);
        try {
            fill(draft, content, false);
            move(draft, file);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Forces a finished draft in the folder of a file to the disk and gives it the name of the file. */
    public static void publish(Path draft, Path file) throws IOException {
        force(draft);
        move(draft, file);
        forceFolder(folder(file));
    }

    private static void write(Path file, Content content, String permissions, Publication publication)
            throws IOException {
        Path folder = Files.createDirectories(folder(file));
        Path draft = draft(file, folder, permissions);
        try {
            fill(draft, content, true);
            publication.publish(draft, file);
            forceFolder(folder);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static Path draft(Path file, Path folder, String permissions) throws IOException {
        return Files.createTempFile(folder, "." + file.getFileName(), ".tmp", attributes(permissions));
    }

    private static void fill(Path draft, Content content, boolean isForced) throws IOException {
        try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
            content.writeTo(out);
            out.flush();
            if (isForced) {
                channel.force(true);
            }
        }
    }

    private static void move(Path draft, Path file) throws IOException {
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Forces the content of a file to the disk. */
    public static void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Returns the folder that a file lies in. */
    public static Path folder(Path file) {
        return file.toAbsolutePath().resolveSibling("");
    }

    /** Makes new and changed names of a folder last, where the system can. */
    public static void forceFolder(Path folder) throws IOException {
        if (!System.getProperty("os.name", "").startsWith("Windows")) {
            try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
                directory.force(true);
            }
        }
    }

    private static FileAttribute<?>[] attributes(String permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
