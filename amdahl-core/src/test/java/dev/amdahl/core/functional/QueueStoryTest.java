package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RecordedArm;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time that a traced run waited for its accelerators is part of its account. */
final class QueueStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private RecordedArm run(ArmRequest request, double queueSeconds) {
        RecordedArm arm = Workload.run(request, folder);
        Map<Covariate, Double> covariates = new EnumMap<>(arm.covariates());
        covariates.put(Covariate.QUEUE_SECONDS, queueSeconds);
        return new RecordedArm(
                arm.name(),
                arm.exitCode(),
                arm.isTimedOut(),
                arm.started(),
                arm.wallSeconds(),
                arm.cpuSeconds(),
                arm.workUnits(),
                arm.metrics(),
                arm.digests(),
                arm.inputDigest(),
                covariates,
                arm.circumstances(),
                arm.folder());
    }

    private List<Account> waits(double queueSeconds) {
        World world = new World(
                folder,
                new Cluster(1, arm -> run(arm, queueSeconds)),
                Workload.job("eval", .5, Workload.workers("4")).build());
        for (int i = 0; i < 10 && world.entries(Entry.Diagnosed.class).isEmpty(); i++) {
            world.cycle();
        }
        assertThat(world.entries(Entry.Diagnosed.class)).isNotEmpty();
        return world.entries(Entry.Diagnosed.class).get(0).diagnosis().accounts().stream()
                .filter(account -> account.bottleneck() == Bottleneck.QUEUE_WAIT)
                .filter(account -> account.wallSeconds() > 0)
                .toList();
    }

    @Test
    void aWaitCountsOnTheWallAndHoldsNoAccelerator() {
        assertThat(waits(30)).singleElement().satisfies(account -> {
            assertThat(account.wallSeconds()).isCloseTo(30, Offset.offset(1e-6));
            assertThat(account.acceleratorSeconds()).isZero();
        });
    }

    @Test
    void whatASchedulerTakesToStartIsNoQueue() {
        assertThat(waits(.4)).isEmpty();
    }
}
