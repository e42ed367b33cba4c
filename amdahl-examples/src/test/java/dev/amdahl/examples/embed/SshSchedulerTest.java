package dev.amdahl.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.contract.SchedulerContract;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Against a shell of this machine: for the scheduler {@code ssh HOST LINE} and {@code sh -c LINE} are alike. */
final class SshSchedulerTest extends SchedulerContract {
    private static final Path SOURCE = Path.of("src/main/java/dev/amdahl/examples/embed/SshScheduler.java");

    private final List<SshScheduler> opened = new ArrayList<>();

    @Override
    protected Scheduler open(Path place) {
        Requires.program("setsid");
        Requires.program("pgrep");
        opened.add(new SshScheduler("sh -c", place));
        return opened.get(opened.size() - 1);
    }

    /** Before their folder is removed. */
    @AfterEach
    void everyRunEnds() throws IOException {
        for (SshScheduler scheduler : opened) {
            try (DirectoryStream<Path> runs = Files.newDirectoryStream(scheduler.folder())) {
                runs.forEach(
                        run -> end(scheduler, new WorkerRunId(run.getFileName().toString())));
            }
        }
    }

    @Test
    void itIsNotLong() throws IOException {
        List<String> code = Files.readAllLines(SOURCE).stream()
                .filter(line -> !line.isBlank() && !line.matches("(package|import) .*|\\s*(/\\*\\*.*\\*/|@\\w+)"))
                .toList();

        assertThat(code).hasSizeBetween(20, 60);
    }

    @Test
    void thePageShowsIt() throws IOException {
        assertThat(Path.of("..", "docs", "plugins.md"))
                .content()
                .contains("```java\n" + Files.readString(SOURCE).replaceFirst("package .*;\n\n", "") + "```");
    }
}
