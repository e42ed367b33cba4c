package dev.amdahl.core.schedulers.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.SchedulerContract;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SimulatedSchedulerTest extends SchedulerContract {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private final VirtualClock clock = new VirtualClock(START);
    private final Map<Path, SimulatedCluster> clusters = new HashMap<>();

    @Override
    protected Scheduler open(Path place) {
        return new SimulatedScheduler(
                clusters.computeIfAbsent(
                        place, path -> new SimulatedCluster(clock, SimulatedSchedulerTest::commandDecides)),
                1);
    }

    private static SimulatedRun commandDecides(TrialRequest request) {
        List<String> command = request.arms().get(0).command();
        int seconds = command.get(0).equals("sleep") ? Integer.parseInt(command.get(1)) : 1;
        List<ArmResult> arms = request.arms().stream()
                .<ArmResult>map(arm -> ArmResult.succeeded(arm.name(), seconds))
                .toList();
        return new SimulatedRun(
                "node1",
                arms,
                Duration.ofSeconds(5),
                Duration.ofSeconds(seconds).multipliedBy(arms.size()));
    }

    @Test
    void waitingForNothingTakesNoTime() {
        open(Path.of("nowhere")).await(Set.of(new WorkerRunId("unknown")), Duration.ofMinutes(10));
        assertThat(clock.instant()).isEqualTo(START);
    }
}
