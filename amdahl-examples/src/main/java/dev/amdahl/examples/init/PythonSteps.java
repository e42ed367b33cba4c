package dev.amdahl.examples.init;

import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The file that a script in Python imports to tell the time of its steps, its metrics and a trace. */
public final class PythonSteps {
    private static final String NAME = "amdahl_steps.py";

    private PythonSteps() {}

    /**
     * Writes it into a folder, and returns where.
     *
     * @param isForced whether a file of that name that differs may be replaced
     * @throws InvalidInputException if there is no such folder, or a file that differs is there and may not be replaced
     */
    public static Path write(Path folder, boolean isForced) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new InvalidInputException(folder.toString(), "is not a folder", "name the folder of the script");
        }
        Path file = folder.resolve(NAME);
        byte[] content = content();
        if (Files.exists(file) && !Arrays.equals(Files.readAllBytes(file), content) && !isForced) {
            throw new InvalidInputException(
                    file.toString(), "is there already, and differs", "add --force to replace it");
        }
        AtomicFiles.write(file, content);
        return file;
    }

    private static byte[] content() throws IOException {
        try (InputStream in = PythonSteps.class.getResourceAsStream(NAME)) {
            if (in == null) {
                throw new IOException("the resource " + NAME + " is missing from the class path");
            }
            return in.readAllBytes();
        }
    }
}
