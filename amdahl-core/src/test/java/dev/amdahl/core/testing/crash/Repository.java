package dev.amdahl.core.testing.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A git repository with one file, for the patch of {@link CrashJobs#FILES}. */
final class Repository {
    private Repository() {}

    static void create(Path place) throws IOException {
        Files.createDirectories(place);
        Files.writeString(place.resolve("share"), "100\n");
        git(place, "init", "-q");
        git(place, "add", "share");
        git(place, "-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "-q", "-m", "share");
    }

    private static void git(Path place, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(place.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (process.waitFor() != 0) {
                throw new IOException(command + " ended with " + process.exitValue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
