package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.ledger.Entry;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KillStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private static World world(Path folder) {
        return new World(
                folder,
                1,
                Workload.job("nightly-eval", .3, Workload.workers("4"), Workload.log("warn"))
                        .build());
    }

    private static Map<String, HypothesisState> states(LedgerView view) {
        return view.dossiers().stream()
                .collect(Collectors.toMap(
                        dossier -> dossier.hypothesis().change().surface().get(0), Dossier::state));
    }

    @Test
    void killedAtAnyWriteOfAnyCycleTheLoopGoesOnAsIfNothingHadHappened() {
        LedgerView undisturbed = world(folder.resolve("a")).untilIdle();
        World world = world(folder.resolve("b"));
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
        assertThat(states(report.view())).isEqualTo(states(undisturbed)).hasSize(2);
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
        World restarted = world(folder.resolve("a"));
        CycleReport report = restarted.cycle();
        for (int cycles = 0; !report.isIdle(); cycles++) {
            assertThat(cycles).isLessThan(300);
            report = restarted.cycle();
        }
        LedgerView many = report.view();
        LedgerView one = world(folder.resolve("b")).untilIdle();

        assertThat(states(many)).isEqualTo(states(one)).hasSize(2);
        assertThat(many.runs())
                .extracting(run -> run.plan().key())
                .containsExactlyElementsOf(
                        one.runs().stream().map(run -> run.plan().key()).toList());
    }

    @Test
    void aSchedulerThatDiesWithTheProcessAfterTakingARunIsAskedForIt() {
        World world = world(folder);
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
