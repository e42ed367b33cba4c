package dev.amdahl.core.internal.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.internal.workspace.PatchFile.Kind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a unified git diff so strictly that what it saw is all that {@code git apply} can see: every line must be explained, and
 * every hunk must have the length it announces. Not thread-safe.
 */
final class UnifiedDiff {
    private static final int MAX_CHARACTERS = 2_000_000;
    private static final Pattern HUNK =
            Pattern.compile("@@ -(\\d{1,9})(?:,(\\d{1,9}))? \\+(\\d{1,9})(?:,(\\d{1,9}))? @@.*");
    private static final Pattern INDEX = Pattern.compile("index [0-9a-f]{4,64}\\.\\.[0-9a-f]{4,64}( 100(?:644|755))?");
    private static final Pattern NEW_FILE = Pattern.compile("new file mode 100(?:644|755)");
    private static final Pattern DELETED_FILE = Pattern.compile("deleted file mode 100(?:644|755)");

    private final List<String> lines;
    private int at;

    private UnifiedDiff(List<String> lines) {
        this.lines = lines;
    }

    /** @throws PatchRefusedException at the first line that is not plain text changes of plain files */
    static List<PatchFile> parse(String diff) {
        if (diff.length() > MAX_CHARACTERS) {
            throw refused("it has " + diff.length() + " characters; at most " + MAX_CHARACTERS + " are taken");
        }
        if (diff.indexOf('\0') >= 0) {
            throw refused("it holds a NUL character");
        }
        if (!UTF_8.newEncoder().canEncode(diff)) {
            throw refused("it holds half a character");
        }
        List<PatchFile> files = new UnifiedDiff(List.of(diff.split("\n", -1))).files();
        Set<String> seen = new LinkedHashSet<>();
        for (PatchFile file : files) {
            if (!seen.add(file.path())) {
                throw refused(PatchPath.shown(file.path()) + " is patched twice");
            }
        }
        return files;
    }

    private List<PatchFile> files() {
        List<PatchFile> files = new ArrayList<>();
        while (at < lines.size()) {
            if (peek().isEmpty() && isAtEnd()) {
                break;
            }
            files.add(file());
        }
        if (files.isEmpty()) {
            throw refused("it changes no file");
        }
        return files;
    }

    private boolean isAtEnd() {
        return lines.subList(at, lines.size()).stream().allMatch(String::isEmpty);
    }

    private PatchFile file() {
        String header = "";
        Kind kind = Kind.CHANGED;
        if (peek().startsWith("diff --git ")) {
            header = next();
            kind = extendedHeader();
        }
        if (!peek().startsWith("--- ")) {
            return emptyFile(header, kind);
        }
        String before = side(next().substring(4), "a/");
        if (!peek().startsWith("+++ ")) {
            throw refused("line " + (at + 1) + " should start with '+++ '");
        }
        String after = side(next().substring(4), "b/");
        PatchFile file = new PatchFile(path(before, after), kind(before, after, kind));
        if (header.isEmpty()
                && file.path().chars().anyMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c))) {
            throw refused(PatchPath.shown(file.path())
                    + " holds a blank and its change has no line 'diff --git'; write it as 'git diff' does");
        }
        if (!header.isEmpty() && !header.equals("diff --git a/" + file.path() + " b/" + file.path())) {
            throw refused("the header " + PatchPath.shown(header) + " does not name " + PatchPath.shown(file.path()));
        }
        if (!peek().startsWith("@@ ")) {
            throw refused("no hunk for " + PatchPath.shown(file.path()));
        }
        while (peek().startsWith("@@ ")) {
            hunk();
        }
        return file;
    }

    private Kind extendedHeader() {
        Kind kind = Kind.CHANGED;
        while (at < lines.size() && !peek().startsWith("--- ") && !peek().startsWith("diff --git ")) {
            if (peek().isEmpty() && isAtEnd()) {
                return kind;
            }
            String line = next();
            if (NEW_FILE.matcher(line).matches()) {
                kind = Kind.CREATED;
            } else if (DELETED_FILE.matcher(line).matches()) {
                kind = Kind.DELETED;
            } else if (!INDEX.matcher(line).matches()) {
                throw refused("modes, links, submodules, renames, copies and binary files are not taken: line " + at
                        + " is " + PatchPath.shown(line));
            }
        }
        return kind;
    }

    /** Git writes no hunks for a file without content. */
    private PatchFile emptyFile(String header, Kind kind) {
        int middle = header.length() / 2 + 5;
        if (kind == Kind.CHANGED || header.length() < 18 || middle >= header.length()) {
            throw refused("line " + (at + 1) + " is not part of a diff: " + PatchPath.shown(peek()));
        }
        String path = PatchPath.checked(header.substring("diff --git a/".length(), middle));
        if (!header.equals("diff --git a/" + path + " b/" + path)) {
            throw refused("the header " + PatchPath.shown(header) + " names two files");
        }
        return new PatchFile(path, kind);
    }

    private static String side(String name, String prefix) {
        String path = name.endsWith("\t") ? name.substring(0, name.length() - 1) : name;
        if (path.equals("/dev/null")) {
            return path;
        }
        if (path.startsWith("\"")) {
            throw refused("quoted path " + PatchPath.shown(path));
        }
        if (!path.startsWith(prefix)) {
            throw refused("path " + PatchPath.shown(path) + " does not start with " + prefix);
        }
        return PatchPath.checked(path.substring(prefix.length()));
    }

    private static String path(String before, String after) {
        if (before.equals("/dev/null") && after.equals("/dev/null")) {
            throw refused("a change from nothing to nothing");
        }
        if (before.equals("/dev/null")) {
            return after;
        }
        if (!after.equals("/dev/null") && !after.equals(before)) {
            throw refused("a rename from " + PatchPath.shown(before) + " to " + PatchPath.shown(after));
        }
        return before;
    }

    private static Kind kind(String before, String after, Kind announced) {
        Kind kind = Kind.CHANGED;
        if (before.equals("/dev/null")) {
            kind = Kind.CREATED;
        } else if (after.equals("/dev/null")) {
            kind = Kind.DELETED;
        }
        if (kind != announced && announced != Kind.CHANGED) {
            throw refused("its header says " + announced + " and its paths say " + kind);
        }
        return kind;
    }

    private void hunk() {
        Matcher hunk = HUNK.matcher(next());
        if (!hunk.matches()) {
            throw refused("line " + at + " is not a hunk header");
        }
        int before = hunk.group(2) == null ? 1 : Integer.parseInt(hunk.group(2));
        int after = hunk.group(4) == null ? 1 : Integer.parseInt(hunk.group(4));
        while (before > 0 || after > 0) {
            String line = next();
            char kind = line.isEmpty() ? ' ' : line.charAt(0);
            if (kind == ' ') {
                before--;
                after--;
            } else if (kind == '-') {
                before--;
            } else if (kind == '+') {
                after--;
            } else if (kind != '\\') {
                throw refused("line " + at + " is not part of a hunk: " + PatchPath.shown(line));
            }
            if (before < 0 || after < 0) {
                throw refused("the hunk at line " + at + " is longer than it says");
            }
        }
        if (at < lines.size() && peek().startsWith("\\ No newline")) {
            next();
        }
    }

    private String peek() {
        return at < lines.size() ? lines.get(at) : "";
    }

    private String next() {
        if (at >= lines.size()) {
            throw refused("it ends in the middle of a change");
        }
        return lines.get(at++);
    }

    private static PatchRefusedException refused(String why) {
        return new PatchRefusedException(why);
    }
}
