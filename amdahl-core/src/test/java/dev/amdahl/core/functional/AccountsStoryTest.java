package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.FleetWindow;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.report.Report;
import dev.amdahl.core.report.ReportInputs;
import dev.amdahl.core.report.accounts.Accounts;
import dev.amdahl.core.report.accounts.FamilyAccount;
import dev.amdahl.core.report.accounts.LaterRuns;
import dev.amdahl.core.report.accounts.Passage;
import dev.amdahl.core.report.accounts.Step;
import dev.amdahl.core.report.accounts.Throughput;
import dev.amdahl.core.roi.Rates;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One win, promoted, and what it cost and brought: every figure follows from the same ledger. */
final class AccountsStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private static final JobSpec JOB = Workload.job("nightly-eval", .3, Workload.workers("4"))
            .price(new Price(2, "USD"))
            .timeLimit(Duration.ofSeconds(60))
            .build();

    @Test
    void costsReturnsPaceAndLaterRunsFollowFromOneLedger() throws IOException {
        World world = new World(folder, 1, JOB);
        LedgerView asked = world.untilIdle();
        String id = World.of(asked, "nightly-eval", "workers").id();
        assertThat(asked.reservations()).containsKey("review:" + id);
        world.gate.approve(id, "ann", "good");
        LedgerView promoted = world.untilIdle();
        assertThat(promoted.dossier(id).orElseThrow().state()).isEqualTo(HypothesisState.PROMOTED);
        assertThat(promoted.reservations()).isEmpty();
        assertThat(promoted.costs())
                .filteredOn(cost -> cost.kind() == Cost.Kind.REVIEW_MINUTES)
                .extracting(Cost::amount)
                .containsExactly(10.0);
        laterRuns(world, promoted);

        Passage passage = new Passage();
        LedgerReader.forEach(world.url(), passage);
        LedgerView view = LedgerReader.view(world.url());
        Accounts accounts = Accounts.of(view, List.of(JOB), passage, new Rates(60, 1, 0, 1));

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
        assertThat(family.captured().expected()).isCloseTo(.3 * baseline, within(.05 * baseline));
        assertThat(family.captured().low()).isLessThan(family.captured().expected());
        assertThat(family.capturedMoney().expected())
                .isEqualTo(2 * family.captured().expected());
        assertThat(family.verified().expected()).isZero();
        assertThat(family.gain().orElseThrow().moneyPerWeek())
                .isCloseTo(family.capturedMoney().expected(), within(1e-9));
        assertThat(family.gain().orElseThrow().iterationsPerDayAfter())
                .isGreaterThan(family.gain().orElseThrow().iterationsPerDayBefore());
        assertThat(family.unit().orElseThrow().secondsPerUnit()).hasValueCloseTo(.01, within(.001));
        assertThat(family.unit().orElseThrow().moneyPerJoule()).isEmpty();
        assertThat(accounts.captured().orElseThrow().gross().low())
                .isLessThan(accounts.captured().orElseThrow().gross().expected());
        assertThat(family.realised().orElseThrow().realised().expected()).isCloseTo(.2, within(1e-9));
        assertThat(family.realised().orElseThrow().projected().expected())
                .isCloseTo(family.captured().expected() / baseline, within(.05));
        assertThat(family.realised().orElseThrow().coverage()).hasValueCloseTo(.5, within(1e-9));
        Dossier change = view.dossier(id).orElseThrow();
        assertThat(LaterRuns.of(view, change).orElseThrow().realised())
                .as("the only change of its family")
                .isEqualTo(family.realised().orElseThrow().realised());
        assertThat(LaterRuns.projected(change).orElseThrow().expected())
                .isCloseTo(.3, within(.05))
                .isEqualTo(LaterRuns.of(view, change).orElseThrow().projected().expected());
        pace(accounts.throughput().orElseThrow());
        Report page = Report.write(
                view,
                ReportInputs.builder().jobs(List.of(JOB)).accounts(accounts).build(),
                folder.resolve("report"));
        assertThat(Files.readString(page.report()))
                .contains("From hypothesis to verdict: last 7 days ", "accelerators freed by what was promoted")
                .contains("Where the time of a verdict goes", "Mean time of a verdict by step", "realised 20")
                .contains("over 350 later runs");
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
