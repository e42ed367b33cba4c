package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.ScopePolicy;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.Power;
import dev.amdahl.spi.hypothesis.Contribution;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScreeningStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private static boolean touchesKernel(Hypothesis hypothesis) {
        return hypothesis.change().surface().contains("lever:kernel");
    }

    @Test
    void aKernelIdeaOnAJobThatComputesThreePercentIsTurnedAwayBeforeAnyTrial() {
        World world = new World(
                folder,
                2,
                Workload.job("nightly-eval", .03, Workload.workers("4"), Workload.kernel("fused"))
                        .build());

        LedgerView view = world.untilIdle();

        Dossier kernel = World.of(view, "nightly-eval", "kernel");
        assertThat(kernel.state()).isEqualTo(HypothesisState.SCREENED_OUT);
        assertThat(kernel.reason()).matches("ceiling 1\\.03\\d*x < floor 1\\.\\d+x.*");
        assertThat(kernel.verdict().orElseThrow().evidence()).isNotEmpty();
        assertThat(view.runsOf(kernel.id())).isEmpty();
        assertThat(World.state(view, "nightly-eval", "workers"))
                .as("what starves the job is worth an experiment")
                .isEqualTo(HypothesisState.IN_REVIEW);
    }

    @Test
    void whatTheNoiseWouldHideIsTurnedAwayAsUnableToResolveItsOwnTarget() {
        World world = new World(
                folder,
                2,
                Workload.job("nightly-eval", .3, Workload.kernel("fused")).build());
        world.policy = world.policy.toBuilder().noise(2, 0).build();

        LedgerView view = world.untilIdle();

        Dossier kernel = World.of(view, "nightly-eval", "kernel");
        assertThat(kernel.state()).isEqualTo(HypothesisState.SCREENED_OUT);
        assertThat(kernel.reason())
                .contains("it could save at most 30.0 % of the job (ceiling 1.43x), and 60 + 60 trials at"
                        + " sigma 2.000 can only show ");
        assertThat(view.runsOf(kernel.id())).isEmpty();
    }

    @Test
    void whereEveryTestHasALevelOfItsOwnWhatItCanShowIsJudgedByThatLevel() {
        World world = new World(
                folder,
                2,
                Workload.job("nightly-eval", .3, Workload.workers("4")).build());
        EvidencePolicy strict = EvidencePolicy.DEFAULT.toBuilder()
                .strictFdr(true)
                .fdr(.05, .0025)
                .caps(12, 12)
                .build();
        world.policy = World.BLIND.toBuilder().evidence(strict).noise(.05, 0).build();
        Dossier first = World.of(world.cycles(3).view(), "nightly-eval", "workers");
        double bar = first.experiment().orElseThrow().plan().bar();

        assertThat(bar).isGreaterThan(10 * strict.highestBar());
        assertThat(first.screening().detectableEffect())
                .isEqualTo(new Power(strict).smallestDetectableEffect(.05, bar))
                .isGreaterThan(new Power(strict).smallestDetectableEffect(.05, strict.highestBar()));
    }

    @Test
    void anIdeaBorrowedForATwoPercentStageIsTurnedAwayWithItsCeiling() {
        World world = new World(
                folder,
                2,
                Workload.job("training", .9, Workload.kernel("fused")).build(),
                Workload.job("export", .02, Workload.kernel("tuned")).build());
        LedgerView measured = world.untilIdle();
        world.gate.approve(World.of(measured, "training", "kernel").id(), "ada", "good");

        LedgerView view = world.untilIdle();

        Dossier borrowed = view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().family().equals("export")
                        && touchesKernel(dossier.hypothesis())
                        && dossier.hypothesis().provenance().origin() == Provenance.Origin.DREAM)
                .findFirst()
                .orElseThrow();
        assertThat(borrowed.state()).isEqualTo(HypothesisState.SCREENED_OUT);
        assertThat(borrowed.reason()).startsWith("ceiling 1.02x < floor");
        assertThat(view.runsOf(borrowed.id())).isEmpty();
    }

    @Test
    void whatPolicyExcludesIsTurnedAwayEvenWhenNothingWasMeasured() {
        World world = new World(
                folder,
                2,
                Workload.job("nightly-eval", .03, Workload.kernel("fused")).build());
        world.policy = World.BLIND.toBuilder()
                .scope(new ScopePolicy(Map.of(), Set.of(ResourceAxis.GPU), Set.of(), .03))
                .build();

        Dossier excluded = World.of(world.untilIdle(), "nightly-eval", "kernel");

        assertThat(excluded.state()).isEqualTo(HypothesisState.SCREENED_OUT);
        assertThat(excluded.reason()).isEqualTo("policy excludes axis GPU");
    }

    @Test
    void theSlotGoesToWhatBringsMostForAnHourOfVerification() {
        World world = new World(
                folder,
                1,
                Workload.job("nightly-eval", .3)
                        .contributions(List.of(
                                offer("a little", Workload.log("warn"), .1),
                                offer("most", Workload.workers("4"), .6),
                                offer("some", Workload.kernel("fused"), .3)))
                        .build());
        world.more = builder -> builder.budget(Budget.UNLIMITED.withExperimentsInFlight(1));

        LedgerView view = world.untilIdle();

        List<Dossier> tested = world.entries(Entry.Designed.class).stream()
                .map(entry -> view.dossier(entry.hypothesis()).orElseThrow())
                .toList();
        assertThat(tested).hasSizeGreaterThan(1);
        assertThat(tested.get(0).hypothesis().title()).isEqualTo("most");
        assertThat(tested)
                .extracting(dossier -> dossier.screening().valuePerHour().orElseThrow())
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    private static Contribution offer(String title, Lever lever, double expected) {
        return new Contribution(
                title,
                lever.set(lever.values().get(0)),
                lever.addresses(),
                OptionalDouble.of(expected),
                Optional.empty());
    }

    @Test
    void earlyRejectionsAreCounted() {
        World world = new World(
                folder,
                2,
                Workload.job("nightly-eval", .03, Workload.kernel("fused", "tuned", "graph"))
                        .build());

        LedgerView view = world.untilIdle();

        assertThat(view.dossiers().stream().filter(dossier -> touchesKernel(dossier.hypothesis())))
                .hasSize(3)
                .allMatch(dossier -> dossier.state() == HypothesisState.SCREENED_OUT);
        assertThat(view.runs()).noneMatch(run -> run.plan().purpose() == RunPurpose.TRIAL);
        assertThat(world.cycle().rejectedEarly()).isEqualTo(3);
    }
}
