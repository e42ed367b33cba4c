package dev.amdahl.core.internal.loop;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a scheduler has started for several processes: a line for each submission, appended in one write. Thread-safe. */
record StartLog(Path folder) {

    WorkerRunId submit(String key, String who) {
        try {
            Files.writeString(
                    file(), key + " " + who + "\n", US_ASCII, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new WorkerRunId(key);
    }

    List<String> keys() throws IOException {
        return Files.readAllLines(file(), US_ASCII).stream()
                .map(line -> line.split(" ", 2)[0])
                .toList();
    }

    Set<String> starters() throws IOException {
        return Files.readAllLines(file(), US_ASCII).stream()
                .map(line -> line.split(" ", 2)[1])
                .collect(Collectors.toSet());
    }

    private Path file() {
        return folder.resolve("started.log");
    }
}
