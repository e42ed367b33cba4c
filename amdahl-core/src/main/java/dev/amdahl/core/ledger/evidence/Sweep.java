package dev.amdahl.core.ledger.evidence;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.function.Predicate;

/** Removes old files that nothing names. */
record Sweep(Predicate<String> isReferenced, FileTime olderThan) {
    int over(Path drafts, Path contents) throws IOException {
        int removed = drafts(drafts);
        if (Files.isDirectory(contents)) {
            try (DirectoryStream<Path> prefixes = Files.newDirectoryStream(contents, "[0-9a-f][0-9a-f]")) {
                for (Path prefix : prefixes) {
                    removed += remove(prefix, file -> isOrphan("" + prefix.getFileName() + file.getFileName()));
                }
            }
        }
        return removed;
    }

    int drafts(Path drafts) throws IOException {
        return Files.isDirectory(drafts) ? remove(drafts, file -> true) : 0;
    }

    /** What bears no digest for a name is not ours. */
    private boolean isOrphan(String name) {
        return StoredArtifact.isDigest(name) && !isReferenced.test(name);
    }

    private int remove(Path folder, Predicate<Path> isLeft) throws IOException {
        int removed = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if (isOld(file) && isLeft.test(file) && isOld(file) && Files.deleteIfExists(file)) {
                    removed++;
                }
            }
        }
        return removed;
    }

    private boolean isOld(Path file) throws IOException {
        try {
            return Files.isRegularFile(file) && Files.getLastModifiedTime(file).compareTo(olderThan) < 0;
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
