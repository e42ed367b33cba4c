package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a true win whose record has a flaw: it is examined again, and refuted only for what the change does. */
class ReexaminationStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private int variants;

    /** A job of 10 s whose only lever makes it take 7; the flaw may alter the variant's runs, which are counted from 1 on. */
    private World world(double factor, BiFunction<ArmResult, Integer, ArmResult> flaw) {
        Cluster cluster = new Cluster(1, request -> arm(request, factor, flaw));
        World world = new World(
                folder,
                cluster,
                Workload.job("nightly", .3, Workload.workers("4")).build());
        world.policy = World.BLIND;
        return world;
    }

    private ArmResult arm(ArmRequest request, double factor, BiFunction<ArmResult, Integer, ArmResult> flaw) {
        boolean isVariant = "4".equals(request.environment().get("WORKERS"));
        double noise = .03 * new SplittableRandom(Objects.hash(request.seed(), isVariant)).nextGaussian();
        ArmResult arm = ArmResult.succeeded(request.name(), (isVariant ? factor : 1) * 10 * Math.exp(noise))
                .work(1000)
                .digest("out.json", "same")
                .covariate(Covariate.LOAD_1M, 1)
                .covariate(Covariate.ACCELERATOR_MHZ, 1980);
        return isVariant ? flaw.apply(arm, ++variants) : arm;
    }

    private static ArmResult withoutClock(ArmResult arm) {
        return arm.covariate(Covariate.ACCELERATOR_MHZ, Double.NaN);
    }

    private static Dossier ended(World world) {
        return World.of(world.untilIdle(), "nightly", "workers");
    }

    private static long rechecks(World world) {
        return world.entries(Entry.RunIntended.class).stream()
                .filter(run -> run.plan().purpose() == RunPurpose.RECHECK)
                .count();
    }

    @Test
    void aWinThatItsPairsDoNotAllowToJudgeGetsMoreAndIsFound() {
        World world = world(.7, (arm, run) -> run >= 5 && run <= 7 ? withoutClock(arm) : arm);
        Dossier dossier = ended(world);

        assertThat(dossier.state()).as(dossier.reason()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(world.entries(Entry.RerunAsked.class))
                .isNotEmpty()
                .allSatisfy(asked -> assertThat(asked.reason()).contains("ACCELERATOR_MHZ", "more are run"));
    }

    @Test
    void whatNoNumberOfPairsAllowsToJudgeIsInconclusive() {
        World world = world(.7, (arm, run) -> run % 3 == 0 ? withoutClock(arm) : arm);
        Dossier dossier = ended(world);

        assertThat(dossier.state()).as(dossier.reason()).isEqualTo(HypothesisState.INCONCLUSIVE);
        assertThat(dossier.reason()).contains("no more pairs may be run for it");
        assertThat(world.entries(Entry.RerunAsked.class)).hasSizeBetween(1, 3);
    }

    @Test
    void oneOtherOutputIsRepeatedAndCostsItsPairAlone() {
        World world = world(.7, (arm, run) -> run == 4 ? arm.digest("out.json", "other") : arm);
        Dossier dossier = ended(world);

        assertThat(dossier.state()).as(dossier.reason()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(rechecks(world)).isEqualTo(1);
    }

    @Test
    void anotherOutputInEachRunIsRefutedWhateverIsKnownOfTheUnchangedJob() {
        World world = world(.7, (arm, run) -> arm.digest("out.json", "other"));
        world.policy = World.BLIND.toBuilder().noise(.05, 0).build();
        Dossier dossier = ended(world);

        assertThat(dossier.state()).as(dossier.reason()).isEqualTo(HypothesisState.REFUTED);
        assertThat(rechecks(world)).isEqualTo(2);
    }

    @Test
    void aRepeatThatCannotBeMadeIsGivenUp() {
        World world = world(
                .7,
                (arm, run) ->
                        run == 4 ? arm.digest("out.json", "other") : run > 4 ? ArmResult.failed(arm.name(), 7) : arm);
        Dossier dossier = ended(world);

        assertThat(dossier.state()).as(dossier.reason()).isEqualTo(HypothesisState.INCONCLUSIVE);
        assertThat(dossier.reason()).contains("could not be repeated in");
    }

    @Test
    void anExperimentWhoseProgramChangesExpires() {
        World world = world(.7, (arm, run) -> {
            String program = run < 6 ? "before" : "after";
            return arm.circumstance(EnvironmentFact.PROGRAM, program)
                    .circumstance(EnvironmentFact.PROGRAM_AFTER, program);
        });
        world.untilIdle();

        assertThat(world.entries(Entry.Decided.class))
                .anySatisfy(decided -> {
                    assertThat(decided.verdict().state()).isEqualTo(HypothesisState.EXPIRED);
                    assertThat(decided.verdict().reason()).contains("were changed while it was being tested");
                })
                .noneSatisfy(decided -> assertThat(decided.verdict().state()).isEqualTo(HypothesisState.REFUTED));
    }

    @Test
    void whyAMetricWasNotMeasuredIsSaidInTheVerdict() {
        Cluster cluster = new Cluster(
                1,
                request -> ArmResult.succeeded(request.name(), 10)
                        .work(1000)
                        .notes(List.of("rate not measured: stdout has no line of it")));
        MetricSpec rate = new MetricSpec("rate", Optional.of(new ValueSource.Stdout("rate (.*)")), false);
        World world = new World(
                folder,
                cluster,
                Workload.job("nightly", .3, Workload.workers("4")).metric(rate).build());
        world.policy = World.BLIND.toBuilder().noise(.05, 0).build();
        Dossier dossier = ended(world);

        assertThat(dossier.state()).as(dossier.reason()).isEqualTo(HypothesisState.RUN_FAILED);
        assertThat(dossier.reason()).endsWith("reports it: rate not measured: stdout has no line of it");
    }

    @Test
    void aLossOfAFewPairsHasNoSize() {
        World world = world(3, (arm, run) -> arm);
        Dossier dossier = ended(world);

        assertThat(dossier.state()).as(dossier.reason()).isEqualTo(HypothesisState.REGRESSION);
        Comparison loss = dossier.comparison().orElseThrow();
        assertThat(loss.lower()).isEmpty();
        assertThat(loss.ratio()).isEmpty();
        assertThat(dossier.reason()).contains("worse", "medians: baseline ", "variant 3");
    }
}
