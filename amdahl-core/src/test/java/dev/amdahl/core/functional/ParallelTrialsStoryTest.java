package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several trials of one experiment run beside each other, and what is concluded does not depend on which of them is fast. */
final class ParallelTrialsStoryTest {
    private static final int PARALLEL = 4;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private World world(int parallel) {
        return new World(
                folder.resolve("" + parallel),
                8,
                Workload.job("eval", .5, Workload.workers("4"))
                        .parallel(parallel)
                        .build());
    }

    private static List<RunPlan> trials(World world, int set) {
        return world.entries(Entry.RunIntended.class).stream()
                .map(Entry.RunIntended::plan)
                .filter(plan -> plan.purpose() == RunPurpose.TRIAL && plan.set() == set)
                .toList();
    }

    @Test
    void theyNeedFewerCyclesForTheSameVerdict() {
        World single = world(1);
        World several = world(PARALLEL);
        LedgerView one = single.untilIdle();
        LedgerView many = several.untilIdle();

        assertThat(World.of(many, "eval", "workers").state())
                .isEqualTo(World.of(one, "eval", "workers").state())
                .isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(World.of(many, "eval", "workers").comparison().orElseThrow().pairs())
                .isEqualTo(World.of(one, "eval", "workers")
                        .comparison()
                        .orElseThrow()
                        .pairs());
        assertThat(several.clock.instant()).isBefore(single.clock.instant());
        assertThat(trials(several, 1).stream().map(RunPlan::index).distinct().count())
                .as("each index once")
                .isEqualTo(trials(several, 1).size());
        several.verify();
    }

    @Test
    void whatIsFastWaitsForTheSlowOneBeforeIt() {
        World world = world(PARALLEL);
        WorkerRunId slow = startedUntil(world, 2);
        world.cluster.hold(slow, RunStatus.RUNNING);
        world.cycles(6);

        assertThat(world.entries(Entry.RunCollected.class)).as("others went on").hasSizeGreaterThan(6);
        assertThat(world.entries(Entry.Compared.class))
                .as("but only the pair before it was looked at")
                .allSatisfy(seen -> assertThat(seen.comparison().pairs()).isEqualTo(1));
        world.cluster.release(slow);
        assertThat(World.of(world.untilIdle(), "eval", "workers").state()).isEqualTo(HypothesisState.IN_REVIEW);
    }

    @Test
    void aLostOneIsRepeatedUnderItsIndex() {
        World world = world(PARALLEL);
        WorkerRunId lost = startedUntil(world, 3);
        world.cluster.hold(lost, RunStatus.INFRA_FAILED);
        LedgerView view = world.untilIdle();

        assertThat(World.of(view, "eval", "workers").state()).isEqualTo(HypothesisState.IN_REVIEW);
        List<RunPlan> third =
                trials(world, 1).stream().filter(plan -> plan.index() == 3).toList();
        assertThat(third).extracting(RunPlan::attempt).containsExactly(1, 2);
        assertThat(third.get(1).isVariantFirst())
                .as("in the order that was drawn")
                .isEqualTo(third.get(0).isVariantFirst());
        int most = trials(world, 1).stream().mapToInt(RunPlan::index).max().orElseThrow();
        assertThat(trials(world, 1).stream().map(RunPlan::index).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(0, most).boxed().toList());
    }

    /** Cycles until the trial of this index has been submitted, and returns its run. */
    private static WorkerRunId startedUntil(World world, int index) {
        for (int i = 0; i < 60; i++) {
            LedgerView view = world.cycle().view();
            for (Run run : view.inFlight()) {
                if (run.plan().purpose() == RunPurpose.TRIAL && run.plan().index() == index) {
                    return run.worker().orElseThrow();
                }
            }
        }
        throw new AssertionError("never submitted");
    }
}
