package dev.amdahl.gpu.internal.jcuda;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Arrays;
import java.util.Set;

/**
 * A folder that its owner alone may read and write, for files that will be loaded into this process. Files appear whole or not at all,
 * so that several processes may share it. Immutable.
 */
final class PrivateFolder {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private final Path path;

    private PrivateFolder(Path path) {
        this.path = path;
    }

    /**
     * Opens or makes the folder.
     *
     * @throws IOException if it cannot be made, is a link, or somebody else may write there
     */
    static PrivateFolder at(Path path) throws IOException {
        Files.createDirectories(path.toAbsolutePath().getParent());
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            make(path);
        }
        boolean isPrivate = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                && Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS)
                        .equals(OWNER_ONLY)
                && Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).equals(ownerOfNewFiles(path));
        if (!isPrivate) {
            throw new IOException(path + " is not a folder of this user alone; remove it");
        }
        return new PrivateFolder(path);
    }

    private static void make(Path path) throws IOException {
        try {
            Files.createDirectory(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } catch (FileAlreadyExistsException e) {
            // Another process was faster; what it made is checked like any other.
        }
    }

    private static UserPrincipal ownerOfNewFiles(Path folder) throws IOException {
        Path probe = Files.createTempFile(folder, "owner", ".tmp");
        try {
            return Files.getOwner(probe);
        } finally {
            Files.delete(probe);
        }
    }

    Path path() {
        return path;
    }

    /** Makes sure that a file holds exactly these bytes. */
    void put(String name, byte[] content) throws IOException {
        Path file = path.resolve(name);
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Arrays.equals(Files.readAllBytes(file), content)) {
            return;
        }
        Path part = Files.createTempFile(path, name, ".part");
        try {
            Files.write(part, content);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
