package dev.amdahl.core.internal.workspace;

import dev.amdahl.core.internal.workspace.BenchDiff.Edit;
import dev.amdahl.spi.hypothesis.Workbench.Refusal;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compares a work tree that another program had with a fresh one. Text in plain files that a patch may touch is taken over; all else is
 * put back as it was. For one look, not thread-safe.
 */
final class BenchAdoption {
    private final Path tree;
    private final Path fresh;
    private final PatchFilter filter;
    private final BenchFiles files;
    private final Set<String> seen = new HashSet<>();

    /** What was taken over, by path. */
    final Map<String, Edit> edits = new TreeMap<>();

    /** What was put back. */
    final Set<String> refused = new TreeSet<>();

    BenchAdoption(Path tree, Path fresh, PatchFilter filter) {
        this.tree = tree;
        this.fresh = fresh;
        this.filter = filter;
        files = new BenchFiles(tree, filter);
    }

    void run() throws BenchRefusal, IOException {
        Files.walkFileTree(tree, new Changed());
        requireFew();
        Files.walkFileTree(fresh, new Gone());
        requireFew();
    }

    private void requireFew() throws BenchRefusal {
        BenchRefusal.unless(edits.size() <= GitWorkbench.MAX_EDITED, Refusal.TOO_LARGE, GitWorkbench.MANY);
    }

    /** What is too much is not read to its end: all of it is held in memory. */
    private FileVisitResult onwards() {
        return edits.size() <= GitWorkbench.MAX_EDITED ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }

    private static String relative(Path root, Path file) {
        return root.relativize(file).toString();
    }

    private static boolean isGit(Path root, Path file) {
        return file.equals(root.resolve(".git"));
    }

    private void putBack(String path) throws IOException {
        refused.add(path);
        Path file = tree.resolve(path);
        Git.remove(file);
        Path was = fresh.resolve(path);
        if (Files.exists(was, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(file.resolveSibling("."));
            Files.copy(was, file, LinkOption.NOFOLLOW_LINKS);
        }
    }

    private Optional<String> text(Path root, String path) throws BenchRefusal, IOException {
        return new BenchFiles(root, filter).text(path);
    }

    /** What is new, or otherwise than it was. */
    private final class Changed extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            Path was = fresh.resolve(relative(tree, folder));
            if (Files.exists(was, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(was, LinkOption.NOFOLLOW_LINKS)) {
                putBack(relative(tree, folder));
                return FileVisitResult.SKIP_SUBTREE;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            String path = relative(tree, file);
            if (isGit(tree, file) || isSame(path, attributes)) {
                seen.add(path);
                return FileVisitResult.CONTINUE;
            }
            try {
                if (filter.allows(path)) {
                    Optional<String> now = files.text(path);
                    edits.put(path, new Edit(text(fresh, path), now));
                    seen.add(path);
                    return onwards();
                }
            } catch (BenchRefusal noText) {
                edits.remove(path);
            }
            putBack(path);
            seen.add(path);
            return FileVisitResult.CONTINUE;
        }

        private boolean isSame(String path, BasicFileAttributes attributes) throws IOException {
            Path was = fresh.resolve(path);
            if (!Files.exists(was, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            if (Files.isSymbolicLink(was)) {
                return attributes.isSymbolicLink()
                        && Files.readSymbolicLink(was).equals(Files.readSymbolicLink(tree.resolve(path)));
            }
            return attributes.isRegularFile()
                    && Files.isRegularFile(was, LinkOption.NOFOLLOW_LINKS)
                    && Files.mismatch(was, tree.resolve(path)) < 0;
        }
    }

    /** What is not there any more. */
    private final class Gone extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            String path = relative(fresh, file);
            if (isGit(fresh, file) || seen.contains(path) || refused.contains(path)) {
                return FileVisitResult.CONTINUE;
            }
            try {
                if (attributes.isRegularFile() && filter.allows(path)) {
                    edits.put(path, new Edit(text(fresh, path), Optional.empty()));
                    return onwards();
                }
            } catch (BenchRefusal noText) {
                edits.remove(path);
            }
            putBack(path);
            return FileVisitResult.CONTINUE;
        }
    }
}
