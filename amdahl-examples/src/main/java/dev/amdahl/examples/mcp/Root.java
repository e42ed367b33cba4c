package dev.amdahl.examples.mcp;

import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The folder that tools may read. Immutable. */
final class Root {
    private static final long MAX_BYTES = 4L << 30;
    private static final int MAX_LENGTH = 4096;

    private final Path folder;

    /** @throws InvalidInputException if there is no such folder */
    Root(Path folder) {
        try {
            this.folder = folder.toRealPath();
        } catch (IOException e) {
            throw new InvalidInputException("--root " + folder, "there is no such folder", "name one that exists", e);
        }
        if (!Files.isDirectory(this.folder)) {
            throw new InvalidInputException("--root " + folder, "is not a folder", "name a folder");
        }
    }

    Path folder() {
        return folder;
    }

    /** Returns the real path of a regular file in the folder; one that leads out of it, by whatever way, is refused as if it were not there. */
    Path file(Arguments arguments, String name) {
        return file(arguments, name, arguments.required(name, MAX_LENGTH));
    }

    /** Returns the same of one of several that an argument names. */
    Path file(Arguments arguments, String name, String text) {
        if (text.isBlank() || text.length() > MAX_LENGTH) {
            throw absent(arguments, name);
        }
        try {
            Path file = folder.resolve(text).toRealPath();
            if (file.startsWith(folder) && Files.isRegularFile(file)) {
                if (Files.size(file) > MAX_BYTES) {
                    throw arguments.error(name, "is larger than 4 GiB", "give a smaller file");
                }
                return file;
            }
        } catch (IOException | InvalidPathException e) {
            throw absent(arguments, name);
        }
        throw absent(arguments, name);
    }

    private static InvalidInputException absent(Arguments arguments, String name) {
        return arguments.error(name, "names no readable file below the root", "give a path relative to the root");
    }
}
