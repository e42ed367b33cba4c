package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.budget.Amounts;
import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.budget.Limits;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import dev.amdahl.spi.job.Accelerators;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The budget holds whatever happens: lost runs, hosts that keep no limit, clocks that jump, several loops. */
final class BudgetStoryTest {
    private static final double HOUR = 3600;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private static JobSpec job(String family) {
        return Workload.job(family, .3, Workload.workers("4"))
                .timeLimit(Duration.ofSeconds(20))
                .price(new Price(2, "USD"))
                .build();
    }

    private World world(Budget budget, JobSpec... jobs) {
        World world = new World(folder, 2, jobs);
        world.policy = World.BLIND;
        world.more = builder -> builder.budget(budget);
        return world;
    }

    private static void holds(LedgerView view, Budget budget) {
        Balance balance = view.balance();
        assertThat(balance.total().spent().plus(balance.total().reserved()).acceleratorHours())
                .isLessThanOrEqualTo(budget.total().acceleratorHours());
        assertThat(balance.today().spent().plus(balance.today().reserved()).acceleratorHours())
                .isLessThanOrEqualTo(budget.perDay().acceleratorHours());
        assertThat(balance.total().reserved()).isEqualTo(sum(view));
        double booked = view.costs().stream()
                .filter(cost -> cost.kind().isAcceleratorTime())
                .mapToDouble(Cost::amount)
                .sum();
        assertThat(balance.total().spent().plus(balance.total().overrun()).acceleratorHours())
                .isCloseTo(booked / HOUR, org.assertj.core.api.Assertions.within(1e-6));
    }

    private static Amounts sum(LedgerView view) {
        return view.reservations().values().stream()
                .map(Balance.Reservation::amounts)
                .reduce(Amounts.NONE, Amounts::plus);
    }

    @Test
    void nothingIsSubmittedThatCouldExceedTheTotalAndTheBalanceIsTheSumOfTheEvents() {
        Budget budget = Budget.acceleratorHours(330 / HOUR);
        World world = world(budget, job("nightly-eval"));

        for (int i = 0; i < 40; i++) {
            holds(world.cycle().view(), budget);
        }

        LedgerView view = world.cycle().view();
        assertThat(view.balance().total().spent().acceleratorHours()).isBetween(200 / HOUR, 330 / HOUR);
        assertThat(view.balance().total().spent().money())
                .isCloseTo(
                        2 * view.balance().total().spent().acceleratorHours(),
                        org.assertj.core.api.Assertions.within(1e-4));
        assertThat(world.cycle().notes())
                .anyMatch(note -> note.contains("% of the budget of 0.0917 accelerator-hours is used"));
        world.verify();
    }

    @Test
    void aDayIsNeverOverspentAndAClockThatJumpsBackRefillsNothing() {
        Budget budget = Budget.UNLIMITED.withPerDay(Limits.acceleratorHours(120 / HOUR));
        World world = world(budget, job("nightly-eval"));
        world.cycles(8);
        double spent = world.cycle().view().balance().today().spent().acceleratorHours();
        int submitted = world.cluster.submissions().size();

        for (Duration back : List.of(Duration.ofDays(-2), Duration.ofDays(-40 * 365), Duration.ofDays(40 * 365))) {
            world.clock.advance(back);
            LedgerView view = world.cycles(3).view();
            holds(view, budget);
            assertThat(view.balance().today().spent().acceleratorHours()).isEqualTo(spent);
        }
        assertThat(world.cluster.submissions()).hasSize(submitted);

        world.clock.advance(Duration.ofDays(3));
        holds(world.cycles(3).view(), budget);
        assertThat(world.cluster.submissions()).hasSizeGreaterThan(submitted);
        world.verify();
    }

    @Test
    void aLostRunIsBookedByWhatItHeldAtMost() {
        World world = world(Budget.acceleratorHours(1), job("nightly-eval"));
        world.cluster.hold(RunStatus.RUNNING);
        Run run = world.cycle().view().runs().get(0);
        double reserved = run.plan().reservedSeconds();

        world.clock.advance(Duration.ofDays(3));
        LedgerView view = world.cycle().view();

        assertThat(view.run(run.plan().key()).orElseThrow().state()).isEqualTo(RunState.LOST);
        assertThat(view.costs())
                .filteredOn(cost -> cost.subject().equals(run.plan().key()))
                .extracting(Cost::amount)
                .containsExactly(reserved);
        holds(view, Budget.acceleratorHours(1));
    }

    @Test
    void aRunThatTheInfrastructureEndedEarlyIsBookedByTheTimeSinceItsIntent() {
        World world = world(Budget.acceleratorHours(1), job("nightly-eval"));
        world.cluster.hold(RunStatus.RUNNING);
        String key = world.cycle().view().runs().get(0).plan().key();

        world.cluster.hold(RunStatus.INFRA_FAILED);
        LedgerView view = world.cycle().view();

        assertThat(view.costs())
                .filteredOn(cost -> cost.subject().equals(key))
                .extracting(Cost::amount)
                .containsExactly(30.0);
    }

    @Test
    void aHostThatKeepsNoLimitCannotPushTheBookingsOverTheBudget() {
        Budget budget = Budget.acceleratorHours(200 / HOUR);
        World world = new World(
                folder,
                new Cluster(
                        2,
                        arm -> ArmResult.succeeded(arm.name(), 400).work(1000).digest("out.json", "same")),
                job("nightly-eval"));
        world.policy = World.BLIND;
        world.more = builder -> builder.budget(budget);

        LedgerView view = world.cycles(6).view();

        holds(view, budget);
        assertThat(view.balance().total().overrun().acceleratorHours()).isPositive();
        assertThat(view.costs()).anyMatch(cost -> cost.kind() == Cost.Kind.OVERRUN_ACCELERATOR_SECONDS);
        assertThat(world.cluster.submissions()).hasSize(1);
        world.verify();
    }

    @Test
    void theLimitThatARunIsKilledAtIsTheOneThatWasSetAside() {
        World world = world(Budget.UNLIMITED, job("nightly-eval"));

        world.cycles(5);

        assertThat(world.cluster.requests())
                .isNotEmpty()
                .allSatisfy(request -> assertThat(request.arms())
                        .allSatisfy(arm -> assertThat(arm.timeLimit()).isEqualTo(Duration.ofSeconds(20))));
        assertThat(world.entries(Entry.RunIntended.class))
                .allSatisfy(entry -> assertThat(entry.plan().reservedSeconds()).isIn(2.0 * 26, 3.0 * 26));
    }

    @Test
    void aRefusalNamesTheSettingThatMadeTheReservationLarge() {
        JobSpec undeclared = Workload.job("other", .3, Workload.workers("4")).build();
        World world = world(Budget.acceleratorHours(40 / HOUR), job("nightly-eval"), undeclared);

        List<String> notes = world.cycle().notes();

        assertThat(notes)
                .anySatisfy(note -> assertThat(note)
                        .startsWith("budget of 0.0111 accelerator-hours is spent: 0 used or reserved, 0.0217 more")
                        .contains("a run of nightly-eval sets aside 3 arm(s) x 1 accelerator(s) x (20 + 6 s)")
                        .endsWith("where 20 s is its time_limit; a lower one asks for less"))
                .anySatisfy(note -> assertThat(note)
                        .contains("a run of other sets aside")
                        .endsWith("is the default, as it declares no time_limit; a lower one asks for less"));
    }

    @Test
    void aTrialIsBookedByTheWholeOfItsAllocationWhetherItCountsOrNot() {
        for (Optional<String> voidReason : List.of(Optional.<String>empty(), Optional.of("the host went down"))) {
            World world = world(Budget.UNLIMITED, job("nightly-eval"));
            world.jobs = List.of(Workload.job("nightly-eval", .3)
                    .accelerators(new Accelerators("h200", 2))
                    .timeLimit(Duration.ofSeconds(60))
                    .build());
            world.cluster.allocate(70, voidReason);
            String key = world.cycle().view().runs().get(0).plan().key();

            LedgerView view = world.cycle().view();

            Run run = view.run(key).orElseThrow();
            assertThat(run.state()).isEqualTo(voidReason.isEmpty() ? RunState.COLLECTED : RunState.INFRA_FAILED);
            assertThat(run.result().map(RunResult::acceleratorSeconds))
                    .isEqualTo(voidReason.isEmpty() ? Optional.of(140.0) : Optional.empty());
            assertThat(view.costs())
                    .filteredOn(cost -> cost.subject().equals(key))
                    .extracting(Cost::amount)
                    .containsExactly(140.0);
            holds(view, Budget.UNLIMITED);
            folder = folder.resolve("next");
        }
    }

    @Test
    void aJobWithoutALimitIsKilledAtTenTimesItsSlowestArmOfItsVersionUntilThatHasKilledOne() {
        double[] seconds = {10};
        boolean[] isKilled = {false};
        World world = new World(
                folder,
                new Cluster(1, arm -> {
                    ArmResult run = ArmResult.succeeded(arm.name(), arm.name().equals("a") ? 1 : seconds[0]);
                    return isKilled[0] ? run.timedOut() : run;
                }),
                Workload.job("nightly-eval", .3).build());
        world.policy = World.BLIND.toBuilder().noise(.05, 20).build();
        world.cycles(3);
        world.jobs = List.of(Workload.job("nightly-eval", .3)
                .environment(Map.of("DATA", "v2"))
                .build());
        world.cycles(1);
        seconds[0] = 2;
        world.cycles(1);
        isKilled[0] = true;
        world.cycles(2);

        assertThat(world.entries(Entry.RunIntended.class))
                .extracting(entry -> entry.plan().limitSeconds().orElseThrow())
                .containsExactly(3600.0, 100.0, 100.0, 3600.0, 30.0, 3600.0, 3600.0);
    }

    @Test
    void aBudgetThatChangesIsRecordedOnce() {
        World world = world(Budget.acceleratorHours(1), job("nightly-eval"));
        world.cycles(2);
        world.more = builder -> builder.budget(Budget.acceleratorHours(2));
        world.cycles(2);

        assertThat(world.entries(Entry.BudgetSet.class))
                .extracting(entry -> entry.budget().total().acceleratorHours())
                .containsExactly(1.0, 2.0);
        assertThat(world.cycle().view().balance().budget().total().acceleratorHours())
                .isEqualTo(2);
    }

    @Test
    void twoLoopsOnOneLedgerShareTheBudget() {
        Budget budget = Budget.acceleratorHours(300 / HOUR);
        World one = world(budget, job("nightly-eval"));
        World other = new World(folder, one.cluster, job("other"));
        other.policy = one.policy;
        other.more = one.more;

        for (int i = 0; i < 20; i++) {
            one.jobs = List.of(job("nightly-eval"), job("other"));
            other.jobs = one.jobs;
            holds(one.cycle().view(), budget);
            other.clock.set(one.clock.instant());
            holds(other.cycle().view(), budget);
            one.clock.set(other.clock.instant());
        }

        assertThat(one.cycle().view().balance().total().spent().acceleratorHours())
                .isGreaterThan(200 / HOUR);
    }
}
