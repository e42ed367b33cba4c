package dev.amdahl.core.ledger.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that appear whole or not at all, readable by their owner alone where the file system can say so. Thread-safe. */
public final class PrivateFiles {
    private PrivateFiles() {}

    /** Writes, forces to the disk and renames into place, with permissions 0600. */
    public static void write(Path file, byte[] content) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException(file + " has no folder");
        }
        Files.createDirectories(folder);
        Path draft = Files.createTempFile(folder, "." + file.getFileName(), ".tmp", ownerOnly());
        try {
            try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static FileAttribute<?>[] ownerOnly() {
        boolean isPosix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        Set<java.nio.file.attribute.PosixFilePermission> permissions = PosixFilePermissions.fromString("rw-------");
        return isPosix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }
}
