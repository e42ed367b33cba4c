package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("measures")
final class QuickstartCommandTest {
    @TempDir
    private Path folder;

    @Test
    void aSecondOneInTheSameFolderIsSentAway() throws Exception {
        try (FolderLock first = FolderLock.of(folder, "quickstart")) {
            assertThat(first).isNotNull();
            Cli.here("quickstart", "--dir", folder.toString()).failsWith(3, "is in use by another quickstart");
        }
        assertThat(folder.resolve("ledger.mv.db")).doesNotExist();
    }

    @Test
    @Tag("soak")
    void oneJobIsSettledAndNothingIsTriedAgain() throws Exception {
        Requires.processors(2);
        Requires.program("setsid");
        String[] command = {"quickstart", "--json", "--dir", "quick", "--only", "pose-eval"};
        Cli.here("quickstart", "--dir", folder.toString(), "--only", "pose").failsWith(2, "--only", "pose-eval");
        JsonNode first = Cli.in(folder, command).json("quickstart");
        assertThat(first.get("hypotheses").size()).isGreaterThanOrEqualTo(2);
        assertThat(Files.readString(Path.of(first.get("report").asText()))).contains("pose-eval");
        assertThat(first.get("hypotheses").findValuesAsText("state"))
                .doesNotContain("BUILDING", "TESTING", "CONFIRMING", "NEEDS_RERUN");
        assertThat(first.get("hypotheses"))
                .filteredOn(row -> row.get("title").asText().startsWith("sample-rate"))
                .as("less work, offered as a gain")
                .singleElement()
                .satisfies(row -> assertThat(row.get("state").asText()).isEqualTo("REFUTED"));
        JsonNode second = Cli.in(folder, command).json("quickstart");
        assertThat(second.get("decided_before").asInt()).isPositive();
        assertThat(second.get("hypotheses")).isEqualTo(first.get("hypotheses"));
    }
}
