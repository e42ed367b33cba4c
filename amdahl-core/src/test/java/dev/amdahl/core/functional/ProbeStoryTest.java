package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.ReviewPacket;
import dev.amdahl.spi.experiment.Sampling;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.Probe;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job of 5 s of warm-up and 1,000 steps of .1 s is judged by its first 60 steps, and by two pairs of whole runs. */
final class ProbeStoryTest {
    private static final int ALL = 1000;
    private static final int SHORT = 60;
    private static final double WARM_UP = 5;
    private static final double STEP = .1;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private int steps = SHORT;

    private World world(Bottleneck addresses, IntToDoubleFunction effect) {
        Lever lever = Workload.lever("workers", "WORKERS", "0", List.of("4"), addresses);
        return new World(
                folder,
                new Cluster(2, arm -> run(arm, effect)),
                Workload.job("train", .5, lever)
                        .probe(new Probe(List.of("--steps", "60"), Map.of(), OptionalDouble.empty()))
                        .build());
    }

    private ArmResult run(ArmRequest arm, IntToDoubleFunction effect) {
        boolean isProbe = arm.command().contains("--steps");
        boolean isVariant = "4".equals(arm.environment().get("WORKERS"));
        SplittableRandom random = new SplittableRandom(arm.seed() + arm.name().hashCode());
        double host = Math.exp(.02 * random.nextGaussian());
        int count = isProbe ? steps : ALL;
        StringBuilder log = new StringBuilder();
        double wall = WARM_UP;
        for (int i = 0; i < count; i++) {
            double settling = 1 + 2 * Math.exp(-i / 3.0);
            double seconds = STEP
                    * host
                    * settling
                    * (isVariant ? effect.applyAsDouble(i) : 1)
                    * Math.exp(.05 * random.nextGaussian());
            wall += seconds;
            log.append(
                    String.format(Locale.ROOT, "{\"step\": %d, \"seconds\": %.6f, \"work_units\": 8}%n", i, seconds));
        }
        return Workload.run(arm, folder, wall, 8.0 * count, log);
    }

    private static Dossier only(LedgerView view) {
        return World.of(view, "train", "workers");
    }

    @Test
    void aWinIsShownByShortRunsAndPredictedForWholeOnes() {
        World world = world(Bottleneck.INPUT_STARVATION, step -> .9);
        Dossier win = only(world.untilIdle());

        assertThat(win.state()).isEqualTo(HypothesisState.IN_REVIEW);
        Sampling sampling = win.experiment().orElseThrow().plan().sampled();
        assertThat(sampling.design()).isEqualTo(Design.PROBE);
        assertThat(sampling.warmUpSteps()).as("what settles is left out").isBetween(5, 30);
        assertThat(sampling.share().orElseThrow()).isCloseTo(.95, Offset.offset(.03));
        assertThat(sampling.reason()).contains("probes", "cheapest of probes about", "whole runs about");
        assertThat(win.comparison().orElseThrow().ratio().orElseThrow()).isCloseTo(.9, Offset.offset(.04));

        List<RunPlan> plans = world.entries(Entry.RunIntended.class).stream()
                .map(Entry.RunIntended::plan)
                .toList();
        assertThat(plans)
                .filteredOn(plan -> plan.runs() == Design.WHOLE)
                .extracting(RunPlan::purpose)
                .as("whole are evidence, and what checks the transfer")
                .containsOnly(RunPurpose.EVIDENCE, RunPurpose.TRACED, RunPurpose.TRANSFER);
        assertThat(plans)
                .filteredOn(plan -> plan.purpose() == RunPurpose.TRANSFER)
                .hasSize(2);

        ReviewPacket packet = world.gate.packet(win.id()).orElseThrow();
        assertThat(packet.notes()).anyMatch(note -> note.contains("2 pairs of whole runs show"));
        assertThat(packet.saving().orElseThrow().acceleratorHoursPerWeek())
                .as("of whole runs of 105 s, 700 a week, less than by the steady part alone")
                .isCloseTo(700 * 105 / 3600.0 * .095, Offset.offset(.4));
    }

    @Test
    void noEffectIsNoWin() {
        assertThat(only(world(Bottleneck.INPUT_STARVATION, step -> 1).untilIdle())
                        .state())
                .isIn(HypothesisState.NO_EFFECT, HypothesisState.NOT_SEEN, HypothesisState.INCONCLUSIVE);
    }

    @Test
    void whatIsFastAtFirstAndSlowInTheEndIsRefusedByWholeRuns() {
        Dossier trap = only(world(Bottleneck.INPUT_STARVATION, step -> step < SHORT ? .9 : 1.1)
                .untilIdle());

        assertThat(trap.state()).isEqualTo(HypothesisState.NOT_REPLICATED);
        assertThat(trap.verdict().orElseThrow().reason())
                .contains(
                        "the probe does not carry over", "% of a whole run is expected", "pairs of whole runs show +");
    }

    @Test
    void whatLiesOutsideTheStepsIsTestedByWholeRuns() {
        World world = world(Bottleneck.WARMUP, step -> 1);
        world.policy = World.BLIND;
        Dossier tested = only(world.untilIdle());

        assertThat(tested.experiment().orElseThrow().plan().sampled().design()).isEqualTo(Design.WHOLE);
    }

    @Test
    void probesThatEndEarlyAreNoPairs() {
        World world = world(Bottleneck.INPUT_STARVATION, step -> .9);
        for (int i = 0; i < 40 && world.entries(Entry.Designed.class).isEmpty(); i++) {
            world.cycle();
        }
        steps = 8;
        LedgerView view = world.untilIdle();

        assertThat(only(view).state()).isEqualTo(HypothesisState.RUN_FAILED);
        assertThat(only(view).verdict().orElseThrow().reason()).contains("it ended after 8 steps");
        assertThat(world.entries(Entry.RunCollected.class).stream()
                        .filter(run -> run.result().arms().size() == 2)
                        .skip(4))
                .allSatisfy(run -> assertThat(run.result().logRatio()).isEmpty());
    }
}
