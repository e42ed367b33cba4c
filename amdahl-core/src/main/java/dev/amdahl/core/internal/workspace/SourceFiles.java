package dev.amdahl.core.internal.workspace;

import com.google.common.base.Suppliers;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.PrivateFiles;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of a job's source that may be shown: plain text that git has at the revision. Links, hidden files, and files that hold
 * secrets by their name are left out. Immutable and thread-safe.
 */
public final class SourceFiles {
    private static final int MAX_FILES = 5_000;
    private static final int MAX_DEPTH = 16;
    private static final long MAX_BYTES = 60_000;
    private static final Pattern PLAIN_FILE = Pattern.compile("100(?:644|755) blob ([0-9a-f]{40,64})\\s+(\\d+)\\t.*");

    private final SourceTree source;
    private final Path root;
    private final Supplier<String> commit;

    /** Returns the files of a source at the commit that its revision names when it is first asked for. */
    public SourceFiles(SourceTree source) {
        this.source = source;
        root = source.repository().toAbsolutePath().normalize();
        commit = Suppliers.memoize(() -> new Git(root).commit(source.revision()));
    }

    /** Paths as they lie there now, relative to the root, sorted; at most 5,000, none where there is no such folder. */
    public List<String> paths() {
        List<String> paths = new ArrayList<>();
        try {
            Files.walkFileTree(root, Set.<FileVisitOption>of(), MAX_DEPTH, new Collector(paths));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return paths.stream().sorted().toList();
    }

    /** Returns those that a patch may touch. */
    public List<String> editable() {
        PatchFilter filter = PatchFilter.allowing(source.editable());
        return paths().stream().filter(filter::allows).toList();
    }

    /** Returns the lines of a file at the revision; empty if git has no such text there, or one of over 60,000 bytes. */
    public Optional<List<String>> lines(String path) {
        if (PrivateFiles.isPrivate(path)) {
            return Optional.empty();
        }
        try {
            Git git = new Git(root);
            String listed = git.ask("ls-tree", "-l", commit.get(), "--", PatchPath.checked(path));
            Matcher file = PLAIN_FILE.matcher(listed);
            if (!file.matches() || Long.parseLong(file.group(2)) > MAX_BYTES) {
                return Optional.empty();
            }
            String text = git.content("cat-file", "blob", file.group(1));
            return text.indexOf('\0') >= 0
                    ? Optional.empty()
                    : Optional.of(text.lines().toList());
        } catch (AmdahlException unreadable) {
            return Optional.empty();
        }
    }

    private final class Collector extends SimpleFileVisitor<Path> {
        private final List<String> paths;

        Collector(List<String> paths) {
            this.paths = paths;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return folder.equals(root) || isShown(folder) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && isShown(file)) {
                paths.add(root.relativize(file).toString().replace('\\', '/'));
            }
            return paths.size() < MAX_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE;
        }

        private boolean isShown(Path path) {
            String name = String.valueOf(path.getFileName());
            return !name.startsWith(".") && !PrivateFiles.isPrivate(name);
        }
    }
}
