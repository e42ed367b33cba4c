package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time that a traced run waited for its accelerators is part of its account. */
final class QueueStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private ArmResult run(ArmRequest request, double queueSeconds) {
        return Workload.run(request, folder).covariate(Covariate.QUEUE_SECONDS, queueSeconds);
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
    void aRunThatWaitsForEverIsSaidWithTheReasonUntilItDoesNot() {
        Cluster cluster = new Cluster(1, arm -> run(arm, 0));
        cluster.hold(RunStatus.QUEUED);
        cluster.say("job 7 is PENDING (PartitionTimeLimit)");
        World world = new World(
                folder, cluster, Workload.job("eval", .5, Workload.workers("4")).build());
        CycleReport report = world.cycle();
        for (int i = 0; i < 20; i++) {
            report = world.cycle();
        }

        assertThat(report.notes())
                .anyMatch(note -> note.matches(
                        "run \\w+ of eval waits since 2026-03-01T12:0.*Z: job 7 is PENDING \\(PartitionTimeLimit\\)"));
        assertThat(world.entries(Entry.RunWaits.class))
                .as("once, not in each cycle")
                .hasSize(1);
        assertThat(report.view().inFlight())
                .allSatisfy(run -> assertThat(run.waiting())
                        .hasValueSatisfying(why -> assertThat(why).contains("PartitionTimeLimit")));
        cluster.hold(RunStatus.RUNNING);
        world.cycle();
        assertThat(world.entries(Entry.RunWaits.class))
                .hasSize(2)
                .last()
                .satisfies(over -> assertThat(over.reason()).isEmpty());
    }

    @Test
    void whatASchedulerTakesToStartIsNoQueue() {
        assertThat(waits(.4)).isEmpty();
    }
}
