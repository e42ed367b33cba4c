package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.report.HtmlReport;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.accounts.FamilyAccount;
import dev.amdahl.core.internal.report.accounts.FleetRuns;
import dev.amdahl.core.internal.report.accounts.LaterRuns;
import dev.amdahl.core.internal.report.accounts.Passage;
import dev.amdahl.core.internal.report.accounts.Step;
import dev.amdahl.core.internal.report.accounts.Throughput;
import dev.amdahl.core.internal.roi.Rates;
import dev.amdahl.core.internal.roi.UnitCost;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.FleetWindow;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.PlantedWins;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import dev.amdahl.spi.job.FleetJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One win, promoted, and what it cost and brought: every figure follows from the same ledger. */
final class AccountsStoryTest {
    private static final double WATTS = 500;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private static final JobSpec JOB = Workload.job("nightly-eval", .3, Workload.workers("4"))
            .price(new Price(2, "USD"))
            .timeLimit(Duration.ofSeconds(60))
            .build();

    @Test
    void costsReturnsPaceAndLaterRunsFollowFromOneLedger() throws IOException {
        World world = new World(folder, 1, JOB);
        world.policy = LoopPolicy.DEFAULT.toBuilder().calibration(.5).build();
        LedgerView asked = world.untilIdle();
        String id = World.of(asked, "nightly-eval", "workers").id();
        assertThat(asked.reservations()).containsKey("review:" + id);
        world.gate.approve(id, "ann", "good");
        LedgerView promoted = world.untilIdle();
        assertThat(promoted.dossier(id).orElseThrow().state()).isEqualTo(HypothesisState.PROMOTED);
        assertThat(promoted.reservations()).isEmpty();
        nothingIsCapturedBeforeLaterRuns(world, promoted);
        assertThat(promoted.costs())
                .filteredOn(cost -> cost.kind() == Cost.Kind.REVIEW_MINUTES)
                .extracting(Cost::amount)
                .containsExactly(10.0);
        laterRuns(world, promoted);

        Passage passage = new Passage();
        LedgerReader.forEach(world.url(), passage);
        LedgerView view = LedgerReader.view(world.url());
        Accounts accounts = Accounts.of(view, List.of(JOB), passage, new Rates(60, 1, 0, 1));

        assertThat(PlantedWins.bySize(view.dossiers())).containsExactly(new PlantedWins.OfSize(.1, 1, 1, 1));
        assertThat(accounts.spent().calibrationHours()).isPositive();
        double booked = view.costs().stream()
                .filter(cost -> cost.kind().isAcceleratorTime())
                .mapToDouble(Cost::amount)
                .sum();
        Set<String> paid = view.costs().stream().map(Cost::subject).collect(Collectors.toSet());
        assertThat(view.runs())
                .isNotEmpty()
                .allSatisfy(run -> assertThat(paid).contains(run.plan().key()));
        assertThat(accounts.spent().hours()).isCloseTo(booked / 3600, within(1e-9));
        assertThat(accounts.spent().money().total()).isCloseTo(booked / 3600 * 2 + 10, within(1e-3));
        assertThat(accounts.spent().verdicts()).isEqualTo(1);
        assertThat(accounts.spent().wins()).isEqualTo(1);
        assertThat(accounts.winProbability()).isCloseTo(2 / 6.0, within(1e-9));
        FamilyAccount family = accounts.families().get(0);
        double baseline = 700 * 10 / 3600.0;
        assertThat(family.promoted().expected()).isCloseTo(.3 * baseline, within(.05 * baseline));
        assertThat(family.promoted().low()).isLessThan(family.promoted().expected());
        assertThat(family.promotedMoney().expected())
                .isEqualTo(2 * family.promoted().expected());
        assertThat(family.verified().expected()).isZero();
        assertThat(family.gain().orElseThrow().moneyPerWeek())
                .isCloseTo(family.promotedMoney().expected(), within(1e-9));
        assertThat(family.gain().orElseThrow().iterationsPerDayAfter())
                .isGreaterThan(family.gain().orElseThrow().iterationsPerDayBefore());
        assertThat(family.unit().orElseThrow().secondsPerUnit()).hasValueCloseTo(.01, within(.001));
        assertThat(family.unit().orElseThrow().moneyPerJoule()).isEmpty();
        assertThat(accounts.projected().orElseThrow().gross().low())
                .isLessThan(accounts.projected().orElseThrow().gross().expected());
        double seen = 2800 / 3600.0 * (1 / .8 - 1);
        assertThat(family.realised().orElseThrow().hoursPerWeek().expected()).isCloseTo(seen, within(1e-9));
        assertThat(family.captured().orElseThrow())
                .as("half of the runs were seen, and they saved less than was projected")
                .isPositive()
                .isLessThan(seen)
                .isLessThan(family.promoted().low() / 2);
        assertThat(family.capturedMoney().orElseThrow())
                .isEqualTo(2 * family.captured().orElseThrow());
        assertThat(accounts.captured().orElseThrow().gross().expected())
                .isLessThan(accounts.projected().orElseThrow().gross().low());
        assertThat(family.realised().orElseThrow().realised().expected()).isCloseTo(.2, within(1e-9));
        assertThat(family.realised().orElseThrow().projected().expected())
                .isCloseTo(family.promoted().expected() / baseline, within(.05));
        assertThat(family.realised().orElseThrow().coverage()).hasValueCloseTo(.5, within(1e-9));
        whatEveryJobDidIsNotCaptured(view, passage);
        Dossier change = view.dossier(id).orElseThrow();
        assertThat(LaterRuns.of(view, change).orElseThrow().realised())
                .as("the only change of its family")
                .isEqualTo(family.realised().orElseThrow().realised());
        assertThat(LaterRuns.projected(view, change).orElseThrow().expected())
                .isCloseTo(.3, within(.05))
                .isEqualTo(LaterRuns.of(view, change).orElseThrow().projected().expected());
        pace(accounts.throughput().orElseThrow());
        HtmlReport page = HtmlReport.write(
                view,
                ReportInputs.builder().jobs(List.of(JOB)).accounts(accounts).build(),
                folder.resolve("report"));
        assertThat(Files.readString(page.report()))
                .contains(
                        "From hypothesis to verdict: last 7 days ",
                        "accelerators freed, projected, by what was promoted",
                        "at least ")
                .contains("Where the time of a verdict goes", "Mean time of a verdict by step", "realised 20")
                .contains("over 350 later runs");
    }

    private void nothingIsCapturedBeforeLaterRuns(World world, LedgerView view) throws IOException {
        Passage passage = new Passage();
        LedgerReader.forEach(world.url(), passage);
        Accounts accounts = Accounts.of(view, List.of(JOB), passage, new Rates(60, 1, 0, 1));
        assertThat(accounts.families().get(0).promoted().low()).isPositive();
        assertThat(accounts.families().get(0).captured()).isEmpty();
        assertThat(accounts.captured()).isEmpty();
        HtmlReport page = HtmlReport.write(
                view,
                ReportInputs.builder().jobs(List.of(JOB)).accounts(accounts).build(),
                folder.resolve("before"));
        assertThat(Files.readString(page.report()))
                .contains("Approved and in effect", "not seen yet", "from a year of projected savings of promoted wins")
                .doesNotContain("captured savings", "at least ");
    }

    /** The job is 20 % quicker since its promotion; so are jobs without one, where there are any. */
    private static void whatEveryJobDidIsNotCaptured(LedgerView view, Passage passage) {
        Instant promoted = view.dossiers().stream()
                .filter(dossier -> dossier.state() == HypothesisState.PROMOTED)
                .findFirst()
                .orElseThrow()
                .movedAt();
        FamilyAccount alone = family(view, passage, around(promoted, "nightly-eval"));
        FamilyAccount beside =
                family(view, passage, around(promoted, "nightly-eval", "other-1", "other-2", "other-3", "other-4"));

        UnitCost cost = alone.unit().orElseThrow();
        assertThat(cost.fleetRuns()).isEqualTo(81);
        assertThat(cost.joulesPerUnit().orElseThrow())
                .isCloseTo(WATTS * cost.secondsPerUnit().orElseThrow(), within(1e-6));
        assertThat(alone.workPerEnergy().orElseThrow())
                .startsWith("nightly-eval: ")
                .endsWith(" units of work a kilojoule, by the power of 81 runs in the fleet");
        assertThat(alone.realised().orElseThrow().controls()).isZero();
        assertThat(alone.realised().orElseThrow().runs()).isEqualTo(40);
        assertThat(alone.realised().orElseThrow().weeks()).isCloseTo(40 / 168.0, within(1e-6));
        assertThat(alone.realised().orElseThrow().realised().expected()).isCloseTo(.2, within(1e-9));
        assertThat(alone.captured().orElseThrow()).isPositive();
        assertThat(beside.realised().orElseThrow().controls()).isEqualTo(4);
        assertThat(beside.realised().orElseThrow().realised().expected()).isCloseTo(0, within(1e-9));
        assertThat(beside.captured()).hasValue(0);
        assertThat(beside.promoted()).isEqualTo(alone.promoted());
    }

    private static FamilyAccount family(LedgerView view, Passage passage, List<FleetJob> runs) {
        FleetRuns fleet = FleetRuns.read(view, (from, to) -> runs.stream(), Instant.MAX);
        return Accounts.of(view, List.of(JOB), passage, Rates.DEFAULT, Optional.of(fleet))
                .families()
                .get(0);
    }

    /** Of each family 40 runs before, one an hour, one that was under way, and 40 since, which are 20 % shorter. */
    private static List<FleetJob> around(Instant promoted, String... families) {
        List<FleetJob> runs = new ArrayList<>();
        for (String family : families) {
            for (int hour = -40; hour < 40; hour++) {
                Instant start = promoted.plus(Duration.ofHours(hour));
                int minutes = (hour < 0 ? 50 : 40) + (hour % 2 == 0 ? 0 : hour < 0 ? 5 : 4);
                runs.add(run(family, start, start.plus(Duration.ofMinutes(minutes))));
            }
            runs.add(run(family, promoted.minusSeconds(60), promoted.plus(Duration.ofHours(40))));
        }
        return runs;
    }

    private static FleetJob run(String family, Instant start, Instant end) {
        return new FleetJob(
                family + start,
                family,
                "",
                JOB.accelerators(),
                start,
                Optional.of(start),
                Optional.of(end),
                Optional.empty(),
                Map.of(
                        "energy_joules",
                        Double.toString(WATTS
                                * JOB.accelerators().count()
                                * Duration.between(start, end).toSeconds())));
    }

    private static void pace(Throughput pace) {
        assertThat(pace.verdicts()).isEqualTo(1);
        double median = pace.latency().median().orElseThrow();
        assertThat(median).isPositive().isEqualTo(pace.latency().p90().orElseThrow());
        assertThat(pace.latencies())
                .extracting(window -> window.days().orElse(0))
                .containsExactly(7, 28, 0);
        assertThat(pace.steps().values().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum()
                        - pace.steps().get(Step.REVIEW))
                .as("the steps before the review are the time to the verdict")
                .isCloseTo(median, within(1e-6));
        assertThat(pace.utilisation()).isBetween(0.0, 1.0);
        assertThat(pace.limits().slots()).isEqualTo(1);
    }

    private static void laterRuns(World world, LedgerView view) {
        Instant start = world.clock.instant();
        try (Ledger ledger = Ledger.open(world.url(), world.clock);
                Lease lease = ledger.acquire("fleet", Duration.ofMinutes(1))) {
            lease.commit(
                    new Entry.FleetSeen(new FleetWindow(
                            "nightly-eval",
                            start.minus(Duration.ofDays(7)),
                            start,
                            700,
                            7000,
                            Math.log(10),
                            .1,
                            List.of())),
                    new Entry.FleetSeen(new FleetWindow(
                            "nightly-eval",
                            start,
                            start.plus(Duration.ofDays(7)),
                            350,
                            2800,
                            Math.log(8),
                            .1,
                            view.family("nightly-eval").orElseThrow().incumbent())));
        }
    }
}
