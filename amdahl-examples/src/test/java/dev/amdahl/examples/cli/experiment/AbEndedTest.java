package dev.amdahl.examples.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ab} that is ended by a signal, as Ctrl-C ends it, while a command of it runs. */
final class AbEndedTest {
    @TempDir
    private Path folder;

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    @BeforeEach
    void commandsAreMeasured() {
        Requires.processors(2);
        Requires.program("setsid");
    }

    @Test
    void whatItHasStartedEndsWithItAndNothingIsLeftBehind() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        List<String> command = new ArrayList<>(Cli.java());
        command.add(command.size() - 1, "-Djava.io.tmpdir=" + temporary);
        command.addAll(List.of(
                "ab", "--baseline", "echo $$ >> pids; exec sleep 600", "--variant", "echo $$ >> pids; exec sleep 601"));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        try {
            await(() -> pids().findAny().isPresent());
            assertThat(pids()).singleElement().matches(ProcessHandle::isAlive);
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();

            await(() -> pids().noneMatch(ProcessHandle::isAlive));
            assertThat(folder.resolve("said")).isEmptyFile();
            try (Stream<Path> left = Files.list(temporary)) {
                assertThat(left)
                        .isNotEmpty()
                        .allMatch(path -> path.getFileName().toString().startsWith("amdahl-slots-"));
            }
        } finally {
            process.destroyForcibly();
            pids().forEach(ProcessHandle::destroyForcibly);
        }
    }

    private Stream<ProcessHandle> pids() {
        try {
            return Files.exists(folder.resolve("pids"))
                    ? Files.readAllLines(folder.resolve("pids")).stream()
                            .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                    : Stream.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void await(BooleanSupplier condition) {
        for (int i = 0; i < 6000 && !condition.getAsBoolean(); i++) {
            LockSupport.parkNanos(10_000_000);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }
}
