package dev.amdahl.core.internal.io;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** Removes a folder with all that is in it, also folders that a job left without any rights. */
public final class Removal {
    private static final Set<PosixFilePermission> OWNERS =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private Removal() {}

    /**
     * Does so if there is one; follows no link.
     *
     * @throws IOException if something in it cannot be removed
     */
    public static void of(Path folder) throws IOException {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.walkFileTree(folder, new Remover());
        }
    }

    /** Returns whether nothing but folders is in it; one that cannot be read counts as more. */
    public static boolean leavesNothing(Path folder) throws IOException {
        FirstFile first = new FirstFile();
        Files.walkFileTree(folder, first);
        return !first.isFound;
    }

    /** Returns whether it had to give the owner rights that were lacking. */
    private static boolean open(Path folder) throws IOException {
        Set<PosixFilePermission> rights = EnumSet.noneOf(PosixFilePermission.class);
        rights.addAll(Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS));
        boolean isOpened = rights.addAll(OWNERS);
        if (isOpened) {
            Files.setPosixFilePermissions(folder, rights);
        }
        return isOpened;
    }

    private static final class FirstFile extends SimpleFileVisitor<Path> {
        private boolean isFound;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            isFound = true;
            return FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            isFound = true;
            return FileVisitResult.TERMINATE;
        }
    }

    private static final class Remover extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            open(folder);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException unreadable) throws IOException {
            if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) || !open(file)) {
                throw unreadable;
            }
            of(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
