package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.SourceLimits;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The files of one language under a root: no hidden, installed or built ones, no links, within the limits. Used once, not
 * thread-safe.
 */
final class SourceFiles {
    private static final Set<String> NOT_OWN = Set.of(
            "node_modules",
            "site-packages",
            "dist-packages",
            "__pycache__",
            "build",
            "target",
            "dist",
            "venv",
            "vendor",
            "vendored",
            "_vendor",
            "third_party",
            "thirdparty");
    private static final int ENTRIES_PER_FILE = 50;

    private final Path root;
    private final String extension;
    private final SourceLimits limits;
    private final Map<String, Path> files = new TreeMap<>();
    private final List<String> findings = new ArrayList<>();
    private long entries;
    private boolean full;

    SourceFiles(Path root, String extension, SourceLimits limits) {
        this.root = root;
        this.extension = extension;
        this.limits = limits;
        if (!Files.isDirectory(root) || !Files.isReadable(root)) {
            throw new InvalidInputException(root.toString(), "no readable folder", "name the folder of the source");
        }
        folder(root, "", 0);
        if (full) {
            findings.add("only the first " + files.size() + " files were looked at, there are more");
        }
    }

    /** Returns each file by its path relative to the root, sorted. */
    Map<String, Path> files() {
        return files;
    }

    List<String> findings() {
        return findings;
    }

    private void folder(Path folder, String prefix, int depth) {
        if (depth > limits.maxDepth()) {
            findings.add(prefix + ": deeper than " + limits.maxDepth() + " folders, left out");
            return;
        }
        if (depth > 0 && Files.exists(folder.resolve("pyvenv.cfg"))) {
            return;
        }
        for (Path entry : entries(folder, prefix)) {
            String name = entry.getFileName().toString();
            if (full || name.startsWith(".") || Files.isSymbolicLink(entry)) {
                continue;
            }
            if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                if (!NOT_OWN.contains(name)) {
                    folder(entry, prefix + name + "/", depth + 1);
                }
            } else if (name.endsWith(extension) && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                full = files.size() >= limits.maxFiles();
                if (!full) {
                    files.put(prefix + name, entry);
                }
            }
        }
    }

    private List<Path> entries(Path folder, String prefix) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            for (Path entry : stream) {
                found.add(entry);
                if (++entries > (long) ENTRIES_PER_FILE * limits.maxFiles()) {
                    full = true;
                    break;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            findings.add((prefix.isEmpty() ? root.toString() : prefix) + ": cannot be listed: " + e);
        }
        found.sort(null);
        return found;
    }
}
