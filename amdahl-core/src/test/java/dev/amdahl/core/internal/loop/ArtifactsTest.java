package dev.amdahl.core.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.profiler.Artifact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArtifactsTest {
    private static final JobSpec WIDE = JobSpec.builder("wide", List.of("train"))
            .accelerators(new Accelerators("h200", 24, 3))
            .build();

    @TempDir
    Path arm;

    @Test
    void whatEachNodeLeftIsNamedByTheNode() throws IOException {
        for (String file : List.of(
                "trace.json",
                "captures/dcgm.csv",
                "nodes/1/trace.json",
                "nodes/2/trace.json",
                "nodes/2/captures/dcgm.csv",
                "nodes/3/trace.json",
                "nodes/2/other.json")) {
            Files.createDirectories(arm.resolve(file).getParent());
            Files.writeString(arm.resolve(file), "{}");
        }
        Files.createSymbolicLink(arm.resolve("nodes/1/captures"), arm.resolve("captures"));

        assertThat(roles(ArmResult.succeeded("a", 1).circumstance(EnvironmentFact.NODES, "n1 n2 n3")))
                .containsExactly("trace", "dcgm", "trace@n2", "trace@n3", "dcgm@n3");
        assertThat(roles(ArmResult.succeeded("a", 1)))
                .as("not every node told its name")
                .containsExactly("trace", "dcgm", "trace@1", "trace@2", "dcgm@2");
    }

    private List<String> roles(ArmResult result) {
        try (CycleFixture fixture = new CycleFixture()) {
            Run run = new Run(
                    fixture.noise(1), RunState.COLLECTED, Optional.empty(), Optional.empty(), "", Instant.EPOCH);
            return Artifacts.of(fixture.cycle().setup(), WIDE, run, result.folder(arm)).stream()
                    .map(Artifact::role)
                    .toList();
        }
    }
}
