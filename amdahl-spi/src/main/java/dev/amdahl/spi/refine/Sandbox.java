package dev.amdahl.spi.refine;

import dev.amdahl.spi.UnavailableException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A sandbox for untrusted compilers and candidates. Implementations are thread-safe. */
public interface Sandbox {

    /**
     * Returns the command that runs a command here: it reads a folder, and writes at one path at most.
     *
     * @throws UnavailableException if this sandbox cannot be had here
     */
    List<String> around(List<String> command, Path folder, Optional<Path> written);

    /**
     * Returns the same with more in it; what does not exist is left out.
     *
     * @param devices nodes in {@code /dev}
     * @param read files and folders
     * @param written folders
     */
    default Sandbox with(List<Path> devices, List<Path> read, List<Path> written) {
        return this;
    }

    /**
     * Starts a command in a folder, with an empty environment; its error output goes to a file.
     *
     * @throws UnavailableException if it cannot be started
     */
    default Process start(List<String> command, Path folder, Optional<Path> written, File errors) {
        ProcessBuilder builder = new ProcessBuilder(around(command, folder, written))
                .directory(folder.toFile())
                .redirectError(errors);
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("LC_ALL", "C.UTF-8");
        try {
            return builder.start();
        } catch (IOException failure) {
            throw new UnavailableException(
                    command.get(0), "cannot be started in " + folder + ": " + failure, "install it", failure);
        }
    }
}
