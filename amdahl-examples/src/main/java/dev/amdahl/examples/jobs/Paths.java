package dev.amdahl.examples.jobs;

import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Paths and commands of a jobs file, checked. */
final class Paths {
    private Paths() {}

    /** Returns a path that must stay inside the job's working directory, or {@code -}. */
    static String inside(Item item) {
        String text = item.text();
        Path path = parsed(item, text);
        if (path.isAbsolute() || path.normalize().startsWith("..")) {
            throw item.error("'" + text + "' leaves the job's working directory", "give a path relative to it");
        }
        return text;
    }

    /** Returns a folder, relative to that of the file; it must exist. */
    static Path folder(Item item, Path base) {
        Path folder = base.resolve(parsed(item, item.text())).normalize();
        if (!Files.isDirectory(folder)) {
            throw item.error("no such folder: " + folder, "create it or correct the path");
        }
        return folder;
    }

    /** Returns a file, relative to that of the file; it must exist. */
    static Path file(Item item, Path base) {
        Path file = base.resolve(parsed(item, item.text())).normalize();
        if (!Files.isRegularFile(file)) {
            throw item.error("no such file: " + file, "create it or correct the path");
        }
        return file;
    }

    /** Returns a file or a folder, relative to that of the file; it must exist. */
    static Path existing(Item item, Path base) {
        Path path = base.resolve(parsed(item, item.text())).normalize();
        if (!Files.exists(path)) {
            throw item.error("no such file or folder: " + path, "create it or correct the path");
        }
        return path;
    }

    static List<String> command(Item item) {
        if (!item.isList()) {
            throw item.error(
                    "a command is a list of words", "write [program, argument, ...], or [sh, -c, \"...\"] for a shell");
        }
        List<String> words = item.texts();
        if (words.isEmpty() || words.get(0).isBlank()) {
            throw item.error("the command is empty", "give the program and its arguments: [program, argument, ...]");
        }
        return words;
    }

    private static Path parsed(Item item, String text) throws InvalidInputException {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw item.error("'" + text + "' is not a path", "correct it");
        }
    }
}
