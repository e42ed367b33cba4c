package dev.amdahl.core.internal.io;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/** What an error of the file system means, in words, since its class often says what its message does not. */
public final class FileFault {
    /** How the JDK says that a name has letters which the locale of this process does not know. */
    private static final String UNKNOWN_LETTERS = "unmappable characters";

    private FileFault() {}

    /** Returns what went wrong, without the file's name. */
    public static String words(IOException error) {
        if (error instanceof NoSuchFileException) {
            return "the file or folder does not exist, or cannot be made";
        }
        if (error instanceof FileAlreadyExistsException) {
            return "it exists already and is not a folder";
        }
        if (error instanceof AccessDeniedException) {
            return "access is denied";
        }
        if (error instanceof FileSystemException known) {
            return Objects.requireNonNullElse(
                    known.getReason(), error.getClass().getSimpleName());
        }
        return error.getClass() == IOException.class
                ? String.valueOf(error.getMessage())
                : error.getMessage() + " (" + error.getClass().getSimpleName() + ")";
    }

    /** Returns what to do about a name that is not a path. */
    public static String remedy(InvalidPathException error) {
        return error.getReason().contains(UNKNOWN_LETTERS)
                ? "run it in a locale of UTF-8, such as LC_ALL=C.UTF-8"
                : "give another name";
    }
}
