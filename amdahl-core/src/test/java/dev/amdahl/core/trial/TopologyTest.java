package dev.amdahl.core.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.job.Accelerators;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a node says in which network domain it stands, the script records it. */
final class TopologyTest {
    @TempDir
    Path folder;

    @BeforeEach
    void shells() {
        Requires.program("sh");
    }

    private Optional<String> recorded(Map<String, String> environment) throws Exception {
        TrialFolder trial = new TrialFolder(folder.resolve("trial"));
        ArmPlan arm = ArmPlan.of("a", List.of("true"), Duration.ofMinutes(1), 1000);
        trial.create(
                new NodeRequest("key", "family", new Accelerators("cpu", 1), List.of(arm)), Instant.EPOCH, "draft");
        ProcessBuilder script = new ProcessBuilder("sh", trial.script().toString()).redirectErrorStream(true);
        script.environment().keySet().removeIf(name -> name.startsWith("SLURM_") || name.startsWith("AMDAHL_"));
        script.environment().putAll(environment);
        Process process = script.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        TrialResult result = trial.collect();
        return Optional.ofNullable(result.arms().get(0).circumstances().get(EnvironmentFact.TOPOLOGY));
    }

    @Test
    void theSitesOwnName() throws Exception {
        assertThat(recorded(Map.of("AMDAHL_TOPOLOGY", "zone-1.rack-7\nkernel=x", "SLURM_TOPOLOGY_ADDR", "s0.s1.node4")))
                .contains("zone-1.rack-7 kernel=x");
    }

    @Test
    void theSwitchesThatSlurmNames() throws Exception {
        assertThat(recorded(Map.of("SLURM_TOPOLOGY_ADDR", "s0.s1.node4"))).contains("s0.s1");
    }

    @Test
    void aFlatClusterHasNone() throws Exception {
        assertThat(recorded(Map.of("SLURM_TOPOLOGY_ADDR", "node4"))).isEmpty();
    }
}
