package dev.amdahl.core.internal.workspace;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What a path in a patch may look like at all, before any list is asked. Stateless, thread-safe. */
final class PatchPath {
    private static final Pattern DRIVE = Pattern.compile("^[A-Za-z]:");
    /** Of one name, in bytes: what file systems take. */
    private static final int MAX_NAME = 255;

    private static final Pattern SHORT_NAME_OF_GIT = Pattern.compile("git~[0-9]+");

    private PatchPath() {}

    /** @throws PatchRefusedException if the path leaves the tree or reaches into git's own files */
    static String checked(String path) {
        refuseIf(path.isEmpty(), "an empty path");
        refuseIf(path.length() > 400, "a path of " + path.length() + " characters; at most 400 are taken");
        refuseIf(path.startsWith("/"), "absolute path " + shown(path));
        refuseIf(DRIVE.matcher(path).find(), "drive path " + shown(path));
        refuseIf(path.indexOf('\\') >= 0, "backslash in path " + shown(path));
        refuseIf(path.indexOf('"') >= 0, "quotation mark in path " + shown(path));
        refuseIf(
                path.chars().anyMatch(c -> c < ' ' || c == 127 || isIgnorable(c)),
                "control or invisible character in path " + shown(path));
        for (String part : List.of(path.split("/", -1))) {
            refuseIf(part.isEmpty(), "empty part in path " + shown(path));
            refuseIf(part.startsWith("-"), "path that a command would take for an option: " + shown(path));
            refuseIf(part.equals(".") || part.equals(".."), "path that climbs: " + shown(path));
            refuseIf(isGit(part), "path into git's own files: " + shown(path));
            refuseIf(
                    part.getBytes(StandardCharsets.UTF_8).length > MAX_NAME,
                    "a name of over " + MAX_NAME + " bytes in path " + shown(path));
        }
        refuseIf(!isWritable(path), "path with letters that this machine's file names do not have: " + shown(path));
        return path;
    }

    private static boolean isWritable(String path) {
        try {
            return !Path.of(path).isAbsolute();
        } catch (InvalidPathException unmappable) {
            return false;
        }
    }

    /** Also as other file systems spell it: {@code .GIT}, {@code .git.}, {@code .git::$INDEX}, {@code git~1}. */
    private static boolean isGit(String part) {
        String name = part.toLowerCase(Locale.ROOT);
        int stream = name.indexOf(':');
        name = stream >= 0 ? name.substring(0, stream) : name;
        name = name.replaceAll("[. ]+$", "");
        return name.equals(".git") || SHORT_NAME_OF_GIT.matcher(name).matches();
    }

    private static boolean isIgnorable(int c) {
        int type = Character.getType(c);
        return type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || c == '\ufffd'
                || Character.isSurrogate((char) c);
    }

    private static void refuseIf(boolean refused, String why) {
        if (refused) {
            throw new PatchRefusedException(why);
        }
    }

    static String shown(String text) {
        StringBuilder shown = new StringBuilder("'");
        text.chars().limit(120).forEach(c -> {
            if (c < ' ' || c > 126) {
                shown.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                shown.append((char) c);
            }
        });
        return shown.append("'").toString();
    }
}
