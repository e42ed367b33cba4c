package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.loop.Announcer;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.LoopSetup;
import dev.amdahl.core.internal.loop.propose.Plant;
import dev.amdahl.core.internal.report.HtmlReport;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.PlantedWins;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.core.loop.Fault;
import dev.amdahl.core.stats.resample.CpuResampler;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
    private ArmResult run(ArmRequest arm) {
        arms.add(arm);
        double seconds = 10 * Math.exp(.02 * random.nextGaussian());
        seconds *= "4".equals(arm.environment().get("WORKERS")) ? .7 : 1;
        seconds += slept * Double.parseDouble(arm.environment().getOrDefault(DELAY, "0"));
        return ArmResult.succeeded(arm.name(), seconds).work(1000).covariate(Covariate.LOAD_1M, 1);
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
    void promotionsAreHeldWhereTenPlantedWinsWereNotFound() {
        slept = 0;
        World world = world(.91);
        LedgerView view = world.untilIdle();
        String id = World.of(view, EVAL, "workers").id();
        assertThat(view.totals().planted().judged()).hasSizeGreaterThanOrEqualTo(10);
        world.gate.approve(id, "ann", "good");

        Dossier approved = world.untilIdle().dossier(id).orElseThrow();

        assertThat(approved.state()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(approved.reason()).startsWith("promotions are frozen: the loop found 0 of ");
    }

    @Test
    void aJobThatCannotBeLookedAtKeepsNoOtherFromBeingPlantedIn() {
        World world = world(0);
        JobSpec other = Workload.job("other", .3, Workload.workers("4")).build();
        world.jobs = List.of(world.jobs.get(0), other);
        world.untilIdle();
        world.policy = World.BLIND.toBuilder().calibration(.9).build();
        try (Ledger ledger = Ledger.open(world.url(), world.clock);
                Lease lease = ledger.acquire("test", Duration.ofMinutes(1))) {
            Cycle cycle = new Cycle(setup(world), lease, ledger.view(), new Announcer(List.of()));
            world.cluster.concealKind(1);

            new Plant(cycle).run();

            assertThat(cycle.faults()).extracting(Fault::where).containsExactly(EVAL);
            assertThat(cycle.view().dossiers())
                    .filteredOn(dossier -> dossier.hypothesis().isPlanted())
                    .extracting(dossier -> dossier.hypothesis().family())
                    .containsExactly("other");
        }
    }

    private static LoopSetup setup(World world) {
        return new LoopSetup(
                world.jobs,
                Optional.empty(),
                Optional.empty(),
                world.cluster,
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                world.gate,
                world.policy,
                Budget.UNLIMITED,
                world.clock,
                world.folder,
                new CpuResampler(1));
    }

    @Test
    void jobsThatTimeThemselvesCannotBePlantedInAndTheReportSaysSo() {
        MetricSpec own = new MetricSpec("loss", Optional.of(new ValueSource.Stdout("loss=([0-9.]+)")), true);
        JobSpec timed = Workload.job("timed", .3).build();
        JobSpec untimed = Workload.job(EVAL, .3).metric(own).build();
        LedgerView view = world(0).cycle().view();

        assertThat(PlantedWins.obstacle(List.of())).isEmpty();
        assertThat(PlantedWins.obstacle(List.of(untimed, timed))).isEmpty();
        assertThat(page(view, untimed)).content().contains("no job can be planted in: their metrics are not times");
        assertThat(page(view, untimed, timed)).content().contains("None was planted yet: policy.calibration");
    }

    private Path page(LedgerView view, JobSpec... jobs) {
        return HtmlReport.write(view, ReportInputs.builder().jobs(List.of(jobs)).build(), folder.resolve("page"))
                .report();
    }

    @Test
    void aShareOfZeroPlantsNone() {
        World world = world(0);

        assertThat(world.untilIdle().totals().planted().begun()).isZero();
        assertThat(plantedArms()).isEmpty();
    }
}
