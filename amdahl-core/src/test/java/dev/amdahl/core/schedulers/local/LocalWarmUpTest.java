package dev.amdahl.core.schedulers.local;

import static dev.amdahl.core.schedulers.local.Requested.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.job.Accelerators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Hosts that are warmed up before the arms are measured. */
final class LocalWarmUpTest extends LocalFixture {

    private record WarmedUp(String key, List<ArmRequest> arms, Optional<Set<String>> warmHosts)
            implements TrialRequest {
        @Override
        public String family() {
            return "test";
        }

        @Override
        public Accelerators accelerators() {
            return new Accelerators("none", 1);
        }
    }

    /** The first run of the machine takes longer, and writes what later ones find. */
    private TrialResult run(String key, Set<String> warmHosts) throws IOException {
        Path work = Files.createDirectories(folder.resolve("work-" + key));
        Requested.Arm arm = shell(
                        "echo run >> ../runs-" + key + "; [ -e warm ] || { : >warm; sleep 1; }; echo out > out.txt")
                .in(work)
                .writing("out.txt");
        return run(open(), new WarmedUp(key, Requested.of(key, arm).arms(), Optional.of(warmHosts)));
    }

    private long runs(String key) throws IOException {
        return Files.readAllLines(folder.resolve("runs-" + key)).size();
    }

    @Test
    void aColdHostRunsTheFirstArmOnceMoreAndNobodyMeasuresThat() throws IOException {
        TrialResult result = run("cold", Set.of("another"));

        assertThat(runs("cold")).isEqualTo(3);
        assertThat(result.arms()).extracting(ArmResult::name).containsExactly("a", "b");
        assertThat(result.arms())
                .allMatch(ArmResult::isSuccess)
                .allSatisfy(arm -> assertThat(arm.digests()).containsOnlyKeys("out.txt"));
        double measured = result.arms().stream()
                .mapToDouble(arm -> arm.wallSeconds().orElseThrow())
                .sum();
        assertThat(result.heldSeconds().orElseThrow()).isGreaterThan(measured + 1);
        assertThat(trial("cold").resolve("warm")).doesNotExist();
    }

    @Test
    void aWarmHostRunsNothingMore() throws IOException {
        String host = run(open(), Requested.of("name", shell("true"))).host();

        TrialResult result = run("warm", Set.of(host));

        assertThat(runs("warm")).isEqualTo(2);
        assertThat(result.arms().get(0).wallSeconds().orElseThrow()).isGreaterThan(1);
    }
}
