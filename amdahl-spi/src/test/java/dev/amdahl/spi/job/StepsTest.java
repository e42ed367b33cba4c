package dev.amdahl.spi.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StepsTest {
    @TempDir
    Path folder;

    @Test
    void outsideOfTrialsItDoesNothing() {
        try (Steps steps = Steps.of(Map.of("PREFETCH", "2"))) {
            steps.begin();
            assertThat(steps.setting("PREFETCH")).hasValue("2");
            assertThat(steps.setting("OTHER")).isEmpty();
            steps.end(1e9);
            assertThat(steps.isOver()).isFalse();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void stepsAreWrittenAndSettingsChangeAsScheduled() throws Exception {
        Path schedule = Files.writeString(folder.resolve("switch.jsonl"), """
                {"arm":"b","environment":{"MODE":"slow"},"from_step":0}
                {"arm":"a","environment":{"MODE":"say \\"fast\\"\\u0021"},"from_step":2}
                """);
        Path log = folder.resolve("steps.jsonl");
        List<String> modes = new ArrayList<>();
        try (Steps steps = Steps.of(Map.of(
                "AMDAHL_STEPS", log.toString(), "AMDAHL_SWITCH", schedule.toString(), "AMDAHL_WORK_LIMIT", "12"))) {
            while (!steps.isOver()) {
                steps.begin();
                modes.add(steps.setting("MODE").orElseThrow());
                steps.end(4);
            }
        }

        assertThat(modes).containsExactly("slow", "slow", "say \"fast\"!");
        assertThat(Files.readAllLines(log))
                .hasSize(3)
                .allMatch(line -> line.matches(
                        "\\{\"step\": \\d, \"seconds\": 0\\.\\d{9}, \"work_units\": 4\\.0, \"arm\": \"[ab]\"}"));
        assertThat(Files.readAllLines(log).get(2)).contains("\"arm\": \"a\"");
    }

    @Test
    void aScheduleThatIsNoneIsRefused() throws Exception {
        Path schedule = Files.writeString(folder.resolve("switch.jsonl"), "{\"from_step\": 1}\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Steps.of(Map.of("AMDAHL_SWITCH", schedule.toString())))
                .withMessage("not a line of a schedule: {\"from_step\": 1}");
    }
}
