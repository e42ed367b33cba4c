package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private World world() {
        return new World(
                folder,
                1,
                Workload.job("nightly-eval", .3, Workload.workers("4")).build());
    }

    private static List<Run> runs(LedgerView view, RunPurpose purpose) {
        return view.runs().stream()
                .filter(run -> run.plan().purpose() == purpose)
                .toList();
    }

    @Test
    void theArmsOfATrialDifferByTheDeclaredChangeAlone() {
        World world = world();
        LedgerView view = world.untilIdle();

        Map<String, Entry.ArmsFixed> manifests = world.entries(Entry.ArmsFixed.class).stream()
                .collect(Collectors.toMap(Entry.ArmsFixed::key, Function.identity()));
        List<Run> trials = runs(view, RunPurpose.TRIAL);
        assertThat(trials).hasSizeGreaterThan(12);
        Map<String, TrialRequest> requests =
                world.cluster.requests().stream().collect(Collectors.toMap(TrialRequest::key, Function.identity()));
        for (Run trial : trials) {
            Entry.ArmsFixed fixed = manifests.get(trial.plan().key());
            assertThat(fixed.differences()).containsExactly("environment WORKERS");
            assertThat(fixed.manifests()).hasSize(2).doesNotHaveDuplicates();
            assertThat(requests.get(trial.plan().key()).arms())
                    .extracting(arm -> arm.environment().getOrDefault("WORKERS", "as it is"))
                    .containsExactlyInAnyOrder("as it is", "4");
        }
        for (Run noise : runs(view, RunPurpose.NOISE)) {
            Entry.ArmsFixed fixed = manifests.get(noise.plan().key());
            assertThat(fixed.differences()).isEmpty();
            assertThat(Set.copyOf(fixed.manifests())).hasSize(1);
        }
    }

    @Test
    void theWarmUpPairIsRunLabelledAndLeftOutOfEveryFigure() {
        LedgerView view = world().untilIdle();

        Dossier win = World.of(view, "nightly-eval", "workers");
        List<Run> trials = view.runsOf(win.id()).stream()
                .filter(run -> !run.plan().purpose().isTraced())
                .toList();
        assertThat(trials.get(0).plan().index()).isZero();
        long warmUps = trials.stream().filter(run -> run.plan().index() == 0).count();
        assertThat(warmUps).isEqualTo(1);
        assertThat(win.comparison().orElseThrow().pairs()).isEqualTo(trials.size() - (int) warmUps);
    }

    @Test
    void theOrderOfPairsOfTheUnchangedJobIsDrawnSoThatNoPlaceLooksLikeAnEffect() {
        World world = new World(
                folder,
                new Cluster(1, arm -> ArmResult.succeeded(arm.name(), arm.name().equals("a") ? 10 : 11)),
                Workload.job("nightly-eval", .3).build());
        world.policy = World.BLIND.toBuilder().noise(.05, 12).build();

        List<Run> pairs = runs(world.untilIdle(), RunPurpose.NOISE);

        assertThat(pairs)
                .hasSize(12)
                .allSatisfy(pair -> assertThat(
                                pair.result().orElseThrow().logRatio().orElseThrow())
                        .isCloseTo(Math.log(pair.plan().isVariantFirst() ? 10 / 11.0 : 11 / 10.0), within(1e-9)));
        assertThat(pairs.stream().filter(pair -> pair.plan().isVariantFirst()).count())
                .as("blocks of two or four are balanced, the last may be cut")
                .isBetween(5L, 7L);
    }

    @Test
    void evidenceRunsAreTracedAndNeverSamples() {
        World world = world();
        LedgerView view = world.untilIdle();

        List<String> evidence = view.runs().stream()
                .filter(run -> run.plan().purpose().isTraced())
                .map(run -> run.plan().key())
                .toList();
        assertThat(evidence).as("and of the win one").hasSize(3);
        for (TrialRequest request : world.cluster.requests()) {
            boolean isEvidence = evidence.contains(request.key());
            assertThat(request.arms()).hasSize(isEvidence ? 1 : 2).allMatch(arm -> arm.isTraced() == isEvidence);
        }
        assertThat(runs(view, RunPurpose.EVIDENCE))
                .allMatch(run -> run.result().orElseThrow().logRatio().isEmpty()
                        && run.plan().hypothesis().isEmpty());
    }

    @Test
    void aMetricThatNobodyReportsIsRefusedWhenItIsDeclared() {
        assertThatThrownBy(() -> new MetricSpec("tokens_per_second", Optional.empty(), false))
                .hasMessageContaining("tokens_per_second")
                .hasMessageContaining("no source");
    }

    @Test
    void anExperimentWhoseMetricIsNotMeasuredEndsWithoutAVerdictOnTheChange() {
        World world = new World(
                folder,
                1,
                Workload.job("nightly-eval", .3, Workload.workers("4"))
                        .metric(new MetricSpec("rate", Optional.of(new ValueSource.Stdout("rate ([0-9]+)")), false))
                        .build());

        Dossier ended = World.of(world.untilIdle(), "nightly-eval", "workers");

        assertThat(ended.state()).isEqualTo(HypothesisState.RUN_FAILED);
        assertThat(ended.reason()).contains("the metric is not measured");
        assertThat(ended.comparison()).isEmpty();
    }

    @Test
    void whenTheBudgetIsSpentNothingMoreIsSubmittedAndTheReportSaysSo() {
        World world = new World(
                folder,
                1,
                Workload.job("nightly-eval", .3, Workload.workers("4"))
                        .timeLimit(Duration.ofSeconds(20))
                        .build());
        world.more = builder -> builder.budget(Budget.acceleratorHours(300.0 / 3600));

        LedgerView view = world.untilIdle();

        double spent = view.runs().stream()
                .flatMap(run -> run.result().stream())
                .mapToDouble(result -> result.acceleratorSeconds())
                .sum();
        assertThat(spent).isPositive().isLessThanOrEqualTo(300);
        assertThat(World.state(view, "nightly-eval", "workers"))
                .isIn(HypothesisState.TESTING, HypothesisState.CONFIRMING);
        assertThat(world.cycle().notes()).anyMatch(note -> note.startsWith("budget of 0.0833 accelerator-hours"));
    }
}
