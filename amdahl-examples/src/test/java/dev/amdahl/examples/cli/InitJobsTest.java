package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each ready-made job, from its command to the first change that is proved, with nothing declared by hand and all of what was found left to be
 * tried: {@code init} and {@code loop} in processes of their own, in a new repository.
 */
@Tag("measures")
@Tag("long")
final class InitJobsTest {
    private static final Duration MOST = Duration.ofMinutes(10);

    @TempDir
    private Path folder;

    @BeforeEach
    void needs() {
        Requires.processors(2);
        Requires.program("git");
        Requires.program("setsid");
    }

    @Test
    void training() throws Exception {
        Requires.program("torchrun");
        copy("python", "train_images.py");
        isProved(
                "num-workers|threads|save-every|compression-level|load batches in two.*|leave the number of threads.*",
                "INPUT_STARVATION|HOST_CONTENTION|HOST_SERIAL|CHECKPOINT_STALL",
                "/usr/bin/python3",
                "train_images.py",
                "--images",
                "256");
    }

    @Test
    void trainingInTwoProcesses() throws Exception {
        Requires.program("torchrun");
        copy("python", "train_parallel.py");
        isProved("no-sync", "COMM_EXPOSED", "/usr/bin/python3", "train_parallel.py");
    }

    @Test
    void evaluation() throws Exception {
        Requires.program("torchrun");
        copy("python", "evaluate_answers.py");
        isProved(
                "batch-size|compress by the lightest level of gzip",
                "UNDER_BATCHED|HOST_SERIAL",
                "/usr/bin/python3",
                "evaluate_answers.py");
    }

    @Test
    void aJavaProgramOfOneFile() throws Exception {
        copy("jvm", "Tally.java");
        isProved(
                "(write|read) files through a buffer",
                "HOST_SERIAL",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "Tally.java");
    }

    @Test
    void aCompiledProgram() throws Exception {
        Requires.program("make");
        Requires.program("gcc");
        copy("c", "nearest");
        Files.writeString(folder.resolve(".gitignore"), "nearest\n");
        run("make", "-s");
        isProved(
                "let the compiler .*|compile for this processor|optimize across files",
                "HOST_SERIAL",
                "./nearest",
                "700");
    }

    private void copy(String language, String name) throws IOException {
        Path source = Path.of("src/main", language, name);
        if (!Files.isDirectory(source)) {
            Files.copy(source, folder.resolve(name));
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(source)) {
            for (Path file : files) {
                Files.copy(file, folder.resolve(file.getFileName().toString()));
            }
        }
    }

    private void isProved(String titles, String classes, String... command) throws Exception {
        run("git", "init", "-q");
        run("git", "add", "-A");
        run("git", "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "as it stands");
        long start = System.nanoTime();
        String[] init = List.of("init", "--json", "--").toArray(new String[3 + command.length]);
        System.arraycopy(command, 0, init, 3, command.length);
        JsonNode found = Cli.in(folder, init).json("init");
        assertThat(found.get("levers").size() + found.get("changes").size()).isPositive();

        Process loop =
                Cli.start(folder, folder.resolve("loop.out"), folder.resolve("loop.err"), "loop", "--until-idle");
        try {
            while (!isInReview() && System.nanoTime() - start < MOST.toNanos()) {
                if (loop.waitFor(2, TimeUnit.SECONDS)) {
                    break;
                }
            }
        } finally {
            loop.destroy();
            assertThat(loop.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
        Cli list = Cli.in(folder, "review", "list", "--json", "--ledger", "amdahl");
        assertThat(list.code()).as(list.err()).isZero();
        JsonNode waiting = list.json("review-list").get("waiting");
        assertThat(waiting)
                .as(Files.readString(folder.resolve("loop.err")))
                .isNotEmpty()
                .allSatisfy(row -> {
                    assertThat(row.get("title").asText()).matches("(" + titles + ")(:.*)?");
                    assertThat(row.get("class").asText()).matches(classes);
                    assertThat(row.get("effect").asDouble()).isNegative();
                });
        System.out.printf(
                "%s: %s after %d s%n",
                command[command.length - 1],
                waiting.findValuesAsText("title"),
                (System.nanoTime() - start) / 1_000_000_000);
    }

    /** As the loop's own record of events says, which it writes as they come. */
    private boolean isInReview() throws IOException {
        Path events = folder.resolve("amdahl.events.jsonl");
        return Files.exists(events) && Files.readString(events).contains("\"to\":\"IN_REVIEW\"");
    }

    private void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
    }
}
