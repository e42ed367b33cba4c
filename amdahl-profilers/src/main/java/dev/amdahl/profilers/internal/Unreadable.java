package dev.amdahl.profilers.internal;

import dev.amdahl.spi.InvalidInputException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipException;

/** Files that cannot be read, in words and without the names of classes. */
public final class Unreadable {
    private Unreadable() {}

    /**
     * Says of a file why it cannot be read.
     *
     * @param remedy what to do about it
     */
    public static InvalidInputException file(Path file, IOException failure, String remedy) {
        return new InvalidInputException(file.toString(), problem(failure), remedy, failure);
    }

    private static String problem(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "does not exist";
        }
        if (failure instanceof AccessDeniedException) {
            return "cannot be read: access is denied";
        }
        if (failure instanceof ZipException) {
            return "begins like a gzip file but is not one, or is damaged";
        }
        if (failure instanceof EOFException) {
            return "the compressed data ends early";
        }
        String message = failure instanceof FileSystemException fault ? fault.getReason() : failure.getMessage();
        return "cannot be read"
                + Optional.ofNullable(message).map(text -> ": " + text).orElse("");
    }
}
