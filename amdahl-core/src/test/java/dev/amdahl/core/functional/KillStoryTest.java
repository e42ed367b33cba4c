package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.LedgerView;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KillStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    @Test
    void killedAtAnyWriteOfAnyCycleTheLoopGoesOnAsIfNothingHadHappened() {
        LedgerView undisturbed = World.nightlyEval(folder.resolve("a")).untilIdle();
        World world = World.nightlyEval(folder.resolve("b"));
        int kills = 0;
        int cycles = 0;
        CycleReport report;
        do {
            for (int looks = 2; dies(world, looks); looks++) {
                kills++;
            }
            report = world.cycle();
            assertThat(++cycles).isLessThan(300);
        } while (!report.isIdle());

        assertThat(kills).isGreaterThan(30);
        assertThat(World.states(report.view()))
                .isEqualTo(World.states(undisturbed))
                .hasSize(2);
        assertThat(report.view().runs()).hasSameSizeAs(undisturbed.runs());
        assertThat(world.cluster.submissions()).doesNotHaveDuplicates().hasSameSizeAs(undisturbed.runs());
        assertThat(world.entries(Entry.Decided.class))
                .extracting(Entry::subject)
                .doesNotHaveDuplicates()
                .hasSize(1);
        world.verify();
    }

    private static boolean dies(World world, int looks) {
        try (Ledger ledger = Ledger.open(world.url(), new MortalClock(world.clock, looks))) {
            world.loop(ledger).runCycle();
            return false;
        } catch (MortalClock.Killed killed) {
            return true;
        }
    }

    @Test
    void aNewProcessForEveryCycleEndsWhereOneProcessEnds() {
        World restarted = World.nightlyEval(folder.resolve("a"));
        CycleReport report = restarted.cycle();
        for (int cycles = 0; !report.isIdle(); cycles++) {
            assertThat(cycles).isLessThan(300);
            report = restarted.cycle();
        }
        LedgerView many = report.view();
        LedgerView one = World.nightlyEval(folder.resolve("b")).untilIdle();

        assertThat(World.states(many)).isEqualTo(World.states(one)).hasSize(2);
        assertThat(many.runs())
                .extracting(run -> run.plan().key())
                .containsExactlyElementsOf(
                        one.runs().stream().map(run -> run.plan().key()).toList());
    }

    @Test
    void aSchedulerThatDiesWithTheProcessAfterTakingARunIsAskedForIt() {
        World world = World.nightlyEval(folder);
        world.more = builder -> builder.scheduler(new DyingScheduler(world.cluster));
        assertThatThrownBy(world::cycle).isInstanceOf(MortalClock.Killed.class);
        world.more = builder -> builder;

        LedgerView view = world.untilIdle();

        assertThat(world.cluster.submissions()).doesNotHaveDuplicates().hasSameSizeAs(view.runs());
    }

    /** Takes a run and takes the process with it. */
    private record DyingScheduler(Cluster cluster) implements dev.amdahl.spi.experiment.Scheduler {
        @Override
        public String name() {
            return cluster.name();
        }

        @Override
        public dev.amdahl.spi.experiment.WorkerRunId submit(dev.amdahl.spi.experiment.TrialRequest request) {
            cluster.submit(request);
            throw new MortalClock.Killed();
        }

        @Override
        public java.util.Optional<dev.amdahl.spi.experiment.WorkerRunId> find(String key) {
            return cluster.find(key);
        }

        @Override
        public Map<dev.amdahl.spi.experiment.WorkerRunId, dev.amdahl.spi.experiment.RunStatus> poll(
                java.util.Set<dev.amdahl.spi.experiment.WorkerRunId> runs) {
            return cluster.poll(runs);
        }

        @Override
        public dev.amdahl.spi.experiment.TrialResult collect(dev.amdahl.spi.experiment.WorkerRunId run) {
            return cluster.collect(run);
        }

        @Override
        public void cancel(dev.amdahl.spi.experiment.WorkerRunId run) {
            cluster.cancel(run);
        }
    }
}
