package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.Sampling;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.Switch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job of 5 s of warm-up and 1,200 steps of .1 s is judged by switching a setting on and off in two runs. */
final class WindowStoryTest {
    private static final int STEPS = 1200;
    private static final double WARM_UP = 5;
    private static final double STEP = .1;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    /** What a step takes, by how many steps ago the settings were last changed. */
    private interface Effect {
        double of(boolean isVariant, int sinceSwitch);
    }

    private enum Fault {
        NONE,
        IGNORES_THE_SWITCH,
        NAMES_THE_OTHER_ARM,
        GOES_BACK,
        ENDS_EARLY
    }

    private World world(Effect effect, Fault fault) {
        Lever lever = Workload.workers("4").atRunTime(Optional.of(Switch.DEFAULT));
        World world = new World(
                folder,
                new Cluster(2, arm -> run(arm, effect, fault)),
                Workload.job("train", .5, lever).build());
        world.cluster.place(request -> "host-" + Math.abs(request.key().hashCode() % 3));
        return world;
    }

    private ArmResult run(ArmRequest arm, Effect effect, Fault fault) {
        SplittableRandom random = new SplittableRandom(arm.seed());
        double host = Math.exp(.2 * random.nextGaussian());
        List<JsonNode> switches = new ArrayList<>();
        try {
            for (String line : arm.schedule().orElse("").lines().toList()) {
                switches.add(JSON.readTree(line));
            }
            boolean isScheduled = !switches.isEmpty() && fault != Fault.IGNORES_THE_SWITCH;
            StringBuilder log = new StringBuilder();
            double wall = WARM_UP;
            double drift = 0;
            int next = 0;
            int since = 0;
            String letter = "a";
            String workers = arm.environment().getOrDefault("WORKERS", "0");
            int steps = fault == Fault.ENDS_EARLY && isScheduled ? 30 : STEPS;
            for (int i = 0; i < steps; i++) {
                while (isScheduled
                        && next < switches.size()
                        && switches.get(next).path("from_step").asInt() <= i) {
                    letter = switches.get(next).path("arm").asText();
                    workers = switches.get(next)
                            .path("environment")
                            .path("WORKERS")
                            .asText();
                    since = 0;
                    next++;
                }
                drift = .6 * drift + .02 * random.nextGaussian();
                double seconds = STEP
                        * host
                        * (1 + 2 * Math.exp(-i / 3.0))
                        * Math.exp(drift)
                        * effect.of(workers.equals("4"), since++);
                wall += seconds;
                boolean isOther = fault == Fault.NAMES_THE_OTHER_ARM && i > 100;
                String named = !isScheduled ? "" : ", \"arm\": \"" + (isOther == letter.equals("a") ? "b" : "a") + "\"";
                int number = fault == Fault.GOES_BACK && isScheduled && i == 200 ? 150 : i;
                log.append(String.format(Locale.ROOT, "{\"step\": %d, \"seconds\": %.6f%s}%n", number, seconds, named));
            }
            return Workload.run(arm, folder, wall, STEPS, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Dossier only(LedgerView view) {
        return World.of(view, "train", "workers");
    }

    @Test
    void twoRunsProveAWin() {
        World world = world((isVariant, since) -> isVariant ? .9 : 1, Fault.NONE);
        Dossier win = only(world.untilIdle());

        assertThat(win.state()).isEqualTo(HypothesisState.IN_REVIEW);
        Sampling sampling = win.experiment().orElseThrow().plan().sampled();
        assertThat(sampling.design()).isEqualTo(Design.WINDOWS);
        assertThat(sampling.windowPairs()).isBetween(8, 40);
        assertThat(sampling.reason()).contains("windows of a run about", "whole runs about");
        assertThat(win.comparison().orElseThrow().ratio().orElseThrow()).isCloseTo(.9, Offset.offset(.02));
        List<RunPlan> plans = world.entries(Entry.RunIntended.class).stream()
                .map(Entry.RunIntended::plan)
                .toList();
        assertThat(plans)
                .filteredOn(plan -> plan.purpose() == RunPurpose.TRIAL)
                .as("one to see it, one to confirm it")
                .hasSize(2);
        assertThat(plans).extracting(RunPlan::purpose).containsOnly(RunPurpose.EVIDENCE, RunPurpose.TRIAL);
        assertThat(world.gate.packet(win.id()).orElseThrow().warnings())
                .anyMatch(warning -> warning.startsWith("output not compared: both settings ran in one process"));
        world.verify();
    }

    @Test
    void theOrderWithinThePairsIsDrawn() {
        World world = world((isVariant, since) -> isVariant ? .9 : 1, Fault.NONE);
        world.untilIdle();
        List<Boolean> orders = world.entries(Entry.RunCollected.class).stream()
                .flatMap(run -> run.result().windows().stream())
                .map(pair -> pair.isVariantFirst())
                .toList();

        assertThat(orders).hasSizeGreaterThan(15).contains(true, false);
        assertThat(orders.stream().filter(first -> first).count())
                .isBetween(orders.size() / 2L - 2, orders.size() / 2L + 2);
    }

    @Test
    void noEffectIsNoWin() {
        assertThat(only(world((isVariant, since) -> 1, Fault.NONE).untilIdle()).state())
                .isIn(HypothesisState.NO_EFFECT, HypothesisState.NOT_SEEN, HypothesisState.INCONCLUSIVE);
    }

    @Test
    void whatFadesWithinAWindowIsRefuted() {
        Dossier faded = only(world((isVariant, since) -> isVariant && since < 14 ? .6 : 1, Fault.NONE)
                .untilIdle());

        assertThat(faded.state()).isIn(HypothesisState.REFUTED, HypothesisState.INCONCLUSIVE);
        assertThat(faded.verdict().orElseThrow().reason()).contains("fades");
    }

    private void assertIsNamed(Fault fault, String why) {
        World world = world((isVariant, since) -> isVariant ? .9 : 1, fault);
        Dossier failed = only(world.untilIdle());

        assertThat(failed.state()).isEqualTo(HypothesisState.RUN_FAILED);
        assertThat(failed.verdict().orElseThrow().reason()).contains(why);
        assertThat(world.entries(Entry.RunCollected.class))
                .as("never a number")
                .allSatisfy(run -> assertThat(run.result().windows()).isEmpty());
    }

    @Test
    void aJobThatIgnoresTheSwitchIsNamed() {
        assertIsNamed(Fault.IGNORES_THE_SWITCH, "names no arm: the job does not follow $AMDAHL_SWITCH");
    }

    @Test
    void aJobThatNamesTheOtherArmIsNamed() {
        assertIsNamed(Fault.NAMES_THE_OTHER_ARM, "was scheduled");
    }

    @Test
    void stepsThatGoBackAreNamed() {
        assertIsNamed(Fault.GOES_BACK, "goes back to step 150 after step 199");
    }

    @Test
    void aRunThatEndsBeforeTheFirstPairIsNamed() {
        assertIsNamed(Fault.ENDS_EARLY, "it ended after 30 steps, before the first pair of windows");
    }
}
