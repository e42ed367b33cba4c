package dev.amdahl.core.internal.timeline.sites;

import dev.amdahl.spi.profiler.SourceScan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the files of scanned source that a frame's path may mean, by the longest path suffix. A relative path must be the end of a
 * file's full path. An absolute one, which may be of another machine, must end in the whole path below the root, and not lie
 * among installed libraries. Immutable.
 */
final class SourceIndex {
    private static final List<String> INSTALLED = List.of("/site-packages/", "/dist-packages/", "/lib/python");

    private final Map<String, List<SourceFile>> byName = new HashMap<>();

    /** One scanned file. */
    record SourceFile(SourceScan scan, String path) {
        String fullPath() {
            return scan.root().toAbsolutePath().normalize().toString().replace('\\', '/') + "/" + path;
        }
    }

    SourceIndex(List<SourceScan> scans) {
        for (SourceScan scan : scans) {
            for (String file : scan.files()) {
                byName.computeIfAbsent(name(file), key -> new ArrayList<>()).add(new SourceFile(scan, file));
            }
        }
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Returns the files that fit best; several fit equally well, none fits, or one does. */
    List<SourceFile> find(String framePath) {
        String path = framePath.startsWith("./") ? framePath.substring(2) : framePath;
        List<SourceFile> best = new ArrayList<>();
        int bestLength = 0;
        for (SourceFile file : byName.getOrDefault(name(path), List.of())) {
            int length = fit(path, file);
            if (length > bestLength) {
                best.clear();
                bestLength = length;
            }
            if (length > 0 && length == bestLength) {
                best.add(file);
            }
        }
        return best;
    }

    /** Returns how many characters of the path are accounted for; one more where the path is the file's own; 0 if it does not fit. */
    private static int fit(String path, SourceFile file) {
        String full = file.fullPath();
        if (path.equals(full) || path.equals(file.path())) {
            return path.length() + 1;
        }
        if (!isAbsolute(path)) {
            return full.endsWith("/" + path) ? path.length() : 0;
        }
        boolean isInstalled = INSTALLED.stream().anyMatch(path::contains);
        return path.endsWith("/" + file.path()) && !isInstalled ? file.path().length() : 0;
    }

    private static boolean isAbsolute(String path) {
        return path.startsWith("/") || (path.length() > 2 && path.charAt(1) == ':');
    }
}
