package dev.amdahl.core.internal.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.spi.Redaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Context of a patch that its author saw without secrets. Lines that a patch keeps or removes carry a mark in the place of a secret of the
 * file; on the way to git they become the file's own again. What is kept of the patch, and shown, stays as it was offered.
 */
final class RedactedContext {
    private static final long MAX_BYTES = 4L << 20;
    private static final String OLD = "--- a/";

    private RedactedContext() {}

    /**
     * Returns a diff with the lines of the tree's own files in the place of their redacted forms; added lines are left as they are.
     *
     * @param paths files of the tree that may be read for it
     */
    static String restored(String diff, Path tree, Set<String> paths) throws IOException {
        if (!diff.contains(Redaction.MARK)) {
            return diff;
        }
        List<String> restored = new ArrayList<>();
        List<String> own = List.of();
        List<String> shown = List.of();
        for (String line : diff.split("\n", -1)) {
            if (line.startsWith(OLD)) {
                String path = line.substring(OLD.length()).replaceFirst("\t.*", "");
                own = paths.contains(path) ? lines(tree.resolve(path)) : List.of();
                shown = List.of(Redaction.of(String.join("\n", own)).split("\n", -1));
            }
            boolean isOld = line.startsWith(" ") || line.startsWith("-");
            int place = isOld && line.contains(Redaction.MARK) && shown.size() == own.size()
                    ? shown.indexOf(line.substring(1))
                    : -1;
            boolean isOnly = place >= 0 && place == shown.lastIndexOf(line.substring(1));
            restored.add(isOnly ? line.charAt(0) + own.get(place) : line);
        }
        return String.join("\n", restored);
    }

    private static List<String> lines(Path file) throws IOException {
        boolean isText = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) <= MAX_BYTES;
        return isText ? List.of(new String(Files.readAllBytes(file), UTF_8).split("\n", -1)) : List.of();
    }
}
