package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.RecordedArm;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.core.testing.ArmFixture;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loop takes known delays out of arms, and tells how many of these wins it finds. */
class PlantedWinStoryTest {
    private static final String EVAL = "nightly-eval";
    private static final String DELAY = "AMDAHL_PLANTED_SECONDS";

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final SplittableRandom random = new SplittableRandom(6);
    private final List<ArmRequest> arms = new CopyOnWriteArrayList<>();
    private double slept = 1;

    /** WORKERS=4 takes 30 % off; a planted delay is slept. */
    private RecordedArm run(ArmRequest arm) {
        arms.add(arm);
        double seconds = 10 * Math.exp(.02 * random.nextGaussian());
        seconds *= "4".equals(arm.environment().get("WORKERS")) ? .7 : 1;
        seconds += slept * Double.parseDouble(arm.environment().getOrDefault(DELAY, "0"));
        return RecordedArm.of(
                ArmFixture.succeeded(arm.name(), seconds).work(1000).covariate(Covariate.LOAD_1M, 1));
    }

    private World world(double share) {
        World world = new World(
                folder,
                new Cluster(2, this::run),
                Workload.job(EVAL, .3, Workload.workers("4")).build());
        world.policy = World.BLIND.toBuilder().calibration(share).build();
        return world;
    }

    private Stream<ArmRequest> plantedArms() {
        return arms.stream().filter(arm -> arm.environment().containsKey(DELAY));
    }

    @Test
    void aPlantedWinGoesThroughAnExperimentIsFoundAndCountsNowhereElse() {
        World world = world(.5);

        LedgerView view = world.untilIdle();

        Dossier planted = view.dossier(RunPlan.PLANTED + 1).orElseThrow();
        assertThat(planted.state()).as(planted.reason()).isEqualTo(HypothesisState.FOUND);
        assertThat(planted.comparison().orElseThrow().ratio().orElseThrow()).isBetween(.85, .95);
        assertThat(planted.votes()).isNotEmpty();
        assertThat(World.state(view, EVAL, "workers")).isEqualTo(HypothesisState.IN_REVIEW);
        Totals totals = view.totals();
        assertThat(totals.planted().begun()).isEqualTo(1);
        assertThat(totals.planted().found()).isEqualTo(1);
        assertThat(totals.tests()).as("tests").isEqualTo(1);
        assertThat(view.tests()).hasSize(1);
        assertThat(totals.tally(Bottleneck.UNATTRIBUTED).decided()).isZero();
        assertThat(totals.spent(Cost.Kind.CALIBRATION_ACCELERATOR_SECONDS)).isPositive();
        List<String> delays = plantedArms()
                .map(arm -> arm.environment().get(DELAY))
                .distinct()
                .toList();
        assertThat(delays).hasSize(2).contains("0");
        assertThat(plantedArms())
                .allSatisfy(arm -> assertThat(arm.command())
                        .startsWith("sh", "-c")
                        .endsWith(world.jobs.get(0).command().toArray(String[]::new)));
        world.verify();
    }

    @Test
    void whatIsNotThereIsNotFound() {
        slept = 0;

        LedgerView view = world(.5).untilIdle();

        assertThat(view.totals().planted().judged()).hasSize(1);
        assertThat(view.totals().planted().found()).isZero();
    }

    @Test
    void aShareOfZeroPlantsNone() {
        World world = world(0);

        assertThat(world.untilIdle().totals().planted().begun()).isZero();
        assertThat(plantedArms()).isEmpty();
    }
}
