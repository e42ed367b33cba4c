package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a command to a win, with nothing declared by hand: real PyTorch, one lever of seven for the time that the others take. */
@Tag("measures")
@Tag("soak")
final class InitStoryTest {
    private static final String OTHER_LEVERS = "      # [^\\n]*\\n      - \\{name: (?!threads)[^\\n]*\\n[^\\n]*\\n";

    @TempDir
    private Path folder;

    @Test
    void theTrainingExampleIsImprovedByWhatWasFound() throws Exception {
        Requires.processors(2);
        Requires.program("python3");
        Requires.program("setsid");
        Requires.program("torchrun");
        Files.copy(Path.of("src/main/python/train_images.py"), folder.resolve("train_images.py"));
        Cli.in(folder, "init", "--json", "--", "/usr/bin/python3", "train_images.py", "--images", "256")
                .json("init");
        Path file = folder.resolve("amdahl.yaml");
        Files.writeString(file, Files.readString(file).replaceAll(OTHER_LEVERS, ""));
        assertThat(JobsFile.read(file).jobs().get(0).levers()).hasSize(1);

        JsonNode hypotheses = Cli.in(folder, "loop", "--json").json("loop").get("hypotheses");

        assertThat(hypotheses)
                .hasSize(2)
                .anyMatch(row -> row.get("state").asText().equals("IN_REVIEW"));
    }
}
