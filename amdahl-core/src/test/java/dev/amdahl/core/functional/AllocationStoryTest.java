package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.Accelerators;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether half the accelerators do is decided like any other change, by submissions of their own. */
final class AllocationStoryTest {
    /** 2 s that no accelerator shortens, and 32 s of one. */
    private static final double SERIAL = 2;

    private static final double SHARED = 32;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private static ArmResult run(ArmRequest arm, Path folder, double serial) {
        int count = Integer.parseInt(arm.environment().getOrDefault("AMDAHL_ACCELERATORS", "4"));
        ArmResult usual = Workload.run(arm, folder);
        double noise = usual.wallSeconds().orElseThrow() / 10;
        return ArmResult.succeeded(arm.name(), noise * (serial + SHARED / count))
                .work(1000)
                .digests(usual.digests())
                .covariates(usual.covariates())
                .folder(usual.folder().orElse(folder));
    }

    private World world(double serial, Duration deadline, String... counts) {
        Lever lever = new Lever(
                "accelerators",
                new LeverSetting.AcceleratorCount(),
                "4",
                List.of(counts),
                List.of(Bottleneck.INPUT_STARVATION),
                Optional.empty());
        JobSpec job = Workload.job("eval", .5, lever)
                .accelerators(new Accelerators("h200", 4))
                .deadline(deadline)
                .build();
        return new World(folder, new Cluster(2, arm -> run(arm, folder, serial)), job);
    }

    private static Dossier only(LedgerView view) {
        return World.of(view, "eval", "accelerators");
    }

    @Test
    void halfOfThemIsAWinWhereTheJobHardlyTakesLonger() {
        World world = world(SERIAL, Duration.ofMinutes(1), "2");
        Dossier half = only(world.untilIdle());

        assertThat(half.state()).isEqualTo(HypothesisState.IN_REVIEW);
        double ratio = (SERIAL + SHARED / 2) * 2 / ((SERIAL + SHARED / 4) * 4);
        assertThat(half.comparison().orElseThrow().ratio().orElseThrow())
                .as("accelerator-seconds, 36 to 40")
                .isCloseTo(ratio, Offset.offset(.03));
        List<TrialRequest> trials = world.cluster.requests().stream()
                .filter(request -> request.arms().get(0).environment().containsKey("AMDAHL_ACCELERATORS"))
                .toList();
        assertThat(trials).allSatisfy(request -> {
            assertThat(request.arms()).hasSize(1);
            assertThat(request.arms().get(0).environment())
                    .containsEntry(
                            "AMDAHL_ACCELERATORS",
                            Integer.toString(request.accelerators().count()));
        });
        assertThat(trials.stream().map(request -> request.accelerators().count()))
                .containsOnly(2, 4);
        assertThat(world.entries(Entry.RunCollected.class).stream()
                        .filter(run -> isHalf(world, run.key()))
                        .mapToDouble(run -> run.result().acceleratorSeconds()))
                .as("what each arm held is booked, not what the job declares")
                .allMatch(seconds -> Math.abs(seconds - 36) < 6 || Math.abs(seconds - 40) < 6);
        world.verify();
    }

    private static boolean isHalf(World world, String key) {
        return world.entries(Entry.RunIntended.class).stream()
                .map(Entry.RunIntended::plan)
                .anyMatch(plan -> plan.key().equals(key) && plan.purpose() == RunPurpose.HALF);
    }

    @Test
    void theOrderOfTheSubmissionsIsDrawn() {
        World world = world(SERIAL, Duration.ofMinutes(1), "2");
        world.untilIdle();
        List<RunPlan> first = world.entries(Entry.RunIntended.class).stream()
                .map(Entry.RunIntended::plan)
                .filter(plan -> plan.purpose() == RunPurpose.HALF)
                .toList();

        assertThat(first).hasSizeGreaterThan(10);
        assertThat(first.stream().filter(RunPlan::isVariantFirst).count())
                .isBetween(first.size() / 2L - 1, first.size() / 2L + 1);
        assertThat(first)
                .allSatisfy(plan -> assertThat(plan.accelerators().orElse(4)).isEqualTo(plan.isVariantFirst() ? 2 : 4));
    }

    @Test
    void moreOfThemIsNoWinWhereTheyWait() {
        assertThat(only(world(SERIAL, Duration.ofMinutes(1), "8").untilIdle()).state())
                .isIn(HypothesisState.REGRESSION, HypothesisState.INCONCLUSIVE, HypothesisState.NO_EFFECT);
    }

    @Test
    void whatEndsAfterTheDeadlineIsRefutedHoweverMuchItSaves() {
        Dossier late = only(world(SERIAL, Duration.ofSeconds(15), "2").untilIdle());

        assertThat(late.state()).isEqualTo(HypothesisState.REFUTED);
        assertThat(late.verdict().orElseThrow().reason()).contains("longer than the job's deadline of 15.00 s");
    }
}
