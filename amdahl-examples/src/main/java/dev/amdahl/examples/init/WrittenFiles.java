package dev.amdahl.examples.init;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The files of a folder before a run, to tell what the run wrote. Hidden folders and caches of byte code are not looked into; in a folder
 * of more than {@value #MAX_FILES} files, or a person's home, nothing is told, as others write there too.
 */
final class WrittenFiles {
    private static final int MAX_FILES = 10_000;

    private final Path folder;
    private final Path apart;
    private final Map<String, FileTime> before;

    private WrittenFiles(Path folder, Path apart) throws IOException {
        this.folder = folder;
        this.apart = apart.toAbsolutePath().normalize();
        before = list();
    }

    /**
     * What a run wrote.
     *
     * @param added new files, by their path in the folder: where they lie now
     * @param changed files that were there before
     */
    record Found(Map<String, Path> added, List<String> changed) {}

    /** Looks at a folder, but for one folder in it. */
    static WrittenFiles before(Path folder, Path apart) throws IOException {
        return new WrittenFiles(folder.toAbsolutePath().normalize(), apart);
    }

    /** Moves the new ones elsewhere; folders that are left empty stay. */
    Found moveTo(Path target) throws IOException {
        Map<String, Path> added = new TreeMap<>();
        List<String> changed = new ArrayList<>();
        if (before.size() < MAX_FILES && !isShared(folder)) {
            for (Map.Entry<String, FileTime> file : list().entrySet()) {
                FileTime old = before.get(file.getKey());
                if (old == null) {
                    Path to = target.resolve(file.getKey());
                    Files.createDirectories(to.getParent());
                    Files.move(folder.resolve(file.getKey()), to);
                    added.put(file.getKey(), to);
                } else if (!old.equals(file.getValue())) {
                    changed.add(file.getKey());
                }
            }
        }
        return new Found(added, changed);
    }

    private static boolean isShared(Path folder) {
        return folder.getParent() == null
                || folder.equals(Path.of(System.getProperty("java.io.tmpdir")))
                || folder.equals(Path.of(System.getProperty("user.home")));
    }

    private Map<String, FileTime> list() throws IOException {
        Map<String, FileTime> files = new TreeMap<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                String name = String.valueOf(path.getFileName());
                boolean isLeftOut = !path.equals(folder) && (name.startsWith(".") || name.equals("__pycache__"));
                return isLeftOut || path.equals(apart) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    files.put(folder.relativize(path).toString(), attributes.lastModifiedTime());
                }
                return files.size() < MAX_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path path, IOException unreadable) {
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
