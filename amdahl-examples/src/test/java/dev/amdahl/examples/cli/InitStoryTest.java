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

/** From a command to a win, with nothing declared by hand: real programs, and of what was found one thing, for the time that the others take. */
@Tag("measures")
@Tag("long")
final class InitStoryTest {
    private static final String OTHER_LEVERS = "      # [^\\n]*\\n      - \\{name: (?!threads)[^\\n]*\\n[^\\n]*\\n";

    private static final String OTHER_CHANGES =
            "      # [^\\n]*\\n      - \\{title: \"(?!let the compiler optimize)[^\\n]*\\n[^\\n]*\\n";

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
        String one = Files.readString(file).replaceAll(OTHER_LEVERS, "").replace("\"--threads=1\", ", "");
        Files.writeString(file, one);
        assertThat(JobsFile.read(file).jobs().get(0).levers()).hasSize(1);

        JsonNode hypotheses = Cli.in(folder, "loop", "--json").json("loop").get("hypotheses");

        assertThat(hypotheses).anyMatch(row -> row.get("state").asText().equals("IN_REVIEW"));
    }

    @Test
    void aProgramThatWasCompiledForTheDebuggerIsCompiledOtherwise() throws Exception {
        for (String program : new String[] {"git", "make", "gcc", "setsid"}) {
            Requires.program(program);
        }
        for (String file : new String[] {"Makefile", "nearest.c"}) {
            Files.copy(Path.of("src/main/c/nearest").resolve(file), folder.resolve(file));
        }
        Files.writeString(folder.resolve(".gitignore"), "nearest\n");
        run("git", "init", "-q");
        run("git", "add", "-A");
        run("git", "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "as it stands");
        run("make", "-s");
        JsonNode found =
                Cli.in(folder, "init", "--json", "--", "./nearest", "700").json("init");
        assertThat(found.get("changes").findValuesAsText("name"))
                .containsExactly("cc-optimize", "cc-native", "cc-fast-math", "cc-lto");
        Path file = folder.resolve("amdahl.yaml");
        Files.writeString(file, Files.readString(file).replaceAll(OTHER_CHANGES, ""));
        assertThat(JobsFile.read(file).jobs().get(0).contributions()).hasSize(1);

        JsonNode hypotheses = Cli.in(folder, "loop", "--json").json("loop").get("hypotheses");

        assertThat(hypotheses)
                .filteredOn(row -> row.get("title").asText().equals("let the compiler optimize"))
                .singleElement()
                .satisfies(row -> assertThat(row.get("state").asText()).isEqualTo("IN_REVIEW"));
    }

    private void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
    }
}
