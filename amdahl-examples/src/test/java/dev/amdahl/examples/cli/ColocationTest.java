package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two jobs at once on one device, against one after the other, as docs/designs.md says. */
@Tag("measures")
@Tag("soak")
@Tag("long")
final class ColocationTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void needPrograms() {
        Requires.processors(2);
        Requires.program("setsid");
        Requires.program("flock");
    }

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    /** Reads its input for a while, then works on the device. */
    private JsonNode verdict(String work) throws Exception {
        Files.writeString(folder.resolve("work.sh"), work + "\necho processed 10\n");
        Files.writeString(folder.resolve("jobs.yaml"), """
                policy: {calibration: 0%}
                jobs:
                  - family: evaluations
                    command: [sh, -c, 'if [ "$AT_ONCE" = 1 ]; then sh work.sh & sh work.sh && wait $!; else sh work.sh && sh work.sh; fi']
                    directory: .
                    environment: {AT_ONCE: "0"}
                    work_units: {stdout: "processed ([0-9]+)"}
                    deadline: 1m
                    levers:
                      - {name: at-once, environment: AT_ONCE, values: ["1"], addresses: [OVER_ALLOCATION]}
                """);
        Cli loop = Cli.in(folder, "loop", "--jobs", "jobs.yaml", "--ledger", "L", "--json");
        assertThat(loop.code()).as(loop.err()).isZero();
        return new ObjectMapper().readTree(loop.out()).path("hypotheses").path(0);
    }

    @Test
    void jobsThatWaitForTheirInputsShareADevice() throws Exception {
        JsonNode row = verdict("sleep 0.25; flock device sleep 0.03");

        assertThat(row.path("state").asText()).as("%s", row).isEqualTo("IN_REVIEW");
        assertThat(row.path("effect").asDouble()).isBetween(-.6, -.3);
    }

    @Test
    void jobsThatKeepTheDeviceBusyDoNot() throws Exception {
        JsonNode row = verdict("flock device sleep 0.2");

        assertThat(row.path("state").asText()).as("%s", row).isNotIn("IN_REVIEW", "SURVIVED", "PROMOTED");
    }
}
