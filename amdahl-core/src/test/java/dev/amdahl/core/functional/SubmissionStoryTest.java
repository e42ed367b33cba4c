package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmissionStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private World oneJob() {
        World world = new World(
                folder,
                1,
                Workload.job("nightly-eval", .3, Workload.workers("4")).build());
        world.policy = World.BLIND;
        return world;
    }

    @Test
    void fiftyPendingRunsAreHeldAcrossRestarts() {
        JobSpec[] jobs = IntStream.range(0, 50)
                .mapToObj(i ->
                        Workload.job("family-" + i, .3, Workload.workers("4")).build())
                .toArray(JobSpec[]::new);
        World world = new World(folder, 50, jobs);
        world.policy = World.BLIND.toBuilder().noise(.1, 0).build();
        world.more = builder -> builder.budget(Budget.UNLIMITED.withExperimentsInFlight(50));
        world.cluster.hold(RunStatus.QUEUED);

        Set<WorkerRunId> pending = workers(world.cycle().view());
        assertThat(pending).hasSize(50);
        for (int restart = 0; restart < 3; restart++) {
            assertThat(workers(world.cycle().view())).isEqualTo(pending);
        }
        world.cluster.hold(RunStatus.DONE);
        LedgerView view = world.cycle().view();

        assertThat(view.runs().stream().filter(run -> run.state() == RunState.COLLECTED))
                .extracting(run -> run.worker().orElseThrow())
                .containsExactlyInAnyOrderElementsOf(pending);
        assertThat(world.cluster.submissions()).doesNotHaveDuplicates();
    }

    @Test
    void manyRunsInFlightAreAskedForInOneCall() {
        int runs = Requires.fullSize() ? 1000 : 250;
        World world = new World(
                folder,
                runs,
                IntStream.range(0, runs)
                        .mapToObj(i -> Workload.job("family-" + i, .3, Workload.workers("4"))
                                .build())
                        .toArray(JobSpec[]::new));
        world.policy = World.BLIND.toBuilder().noise(.1, 0).build();
        world.more = builder -> builder.budget(Budget.UNLIMITED.withExperimentsInFlight(runs));
        world.cluster.hold(RunStatus.QUEUED);
        assertThat(workers(world.cycle().view())).hasSize(runs);

        int before = world.cluster.polls();
        world.cycle();
        assertThat(world.cluster.polls() - before).isEqualTo(1);

        world.cluster.hold(RunStatus.DONE);
        assertThat(world.cycle().view().runs().stream().filter(run -> run.state() == RunState.COLLECTED))
                .hasSize(runs);
        assertThat(world.cluster.polls() - before).isEqualTo(2);
    }

    private static Set<WorkerRunId> workers(LedgerView view) {
        return view.runs().stream()
                .filter(run -> run.state() == RunState.SUBMITTED)
                .map(run -> run.worker().orElseThrow())
                .collect(Collectors.toSet());
    }

    @Test
    void aRunIsCollectedOnceHoweverOftenItIsReportedDone() {
        World world = oneJob();
        LedgerView view = world.untilIdle();
        world.cycles(3);

        assertThat(world.cluster.collections())
                .hasSize(view.runs().size())
                .allSatisfy((key, times) -> assertThat(times).isEqualTo(1));
        assertThat(world.entries(Entry.RunCollected.class))
                .hasSize(view.runs().size())
                .extracting(Entry.RunCollected::key)
                .doesNotHaveDuplicates();
    }

    @Test
    void submittingReturnsAtOnceAndASilentSchedulerChangesNothing() {
        World world = oneJob();
        world.cluster.hold(RunStatus.UNKNOWN);

        world.cycle();
        CycleReport silent = world.cycles(5);

        assertThat(silent.hasChanged()).isFalse();
        assertThat(silent.runsInFlight()).isEqualTo(1);
        assertThat(world.cluster.submissions()).hasSize(1);
        world.cluster.hold(RunStatus.DONE);
        assertThat(World.state(world.untilIdle(), "nightly-eval", "workers")).isEqualTo(HypothesisState.IN_REVIEW);
    }

    @Test
    void aLostTrialIsRepeatedUnderAnotherKeyAndItsHypothesisStaysOpen() {
        World world = oneJob();
        world.policy = World.BLIND.toBuilder().noise(.1, 0).build();
        world.cluster.hold(RunStatus.UNKNOWN);
        Run first = world.cycle().view().runs().get(0);

        world.clock.advance(Duration.ofDays(2));
        LedgerView view = world.cycle().view();

        assertThat(view.run(first.plan().key()).orElseThrow().state()).isEqualTo(RunState.LOST);
        assertThat(World.state(view, "nightly-eval", "workers")).isEqualTo(HypothesisState.TESTING);
        assertThat(world.cluster.cancelled())
                .containsExactly(first.worker().orElseThrow().value());
        Run second = view.runs().get(1);
        assertThat(second.plan().attempt()).isEqualTo(2);
        assertThat(second.plan().index()).isEqualTo(first.plan().index());
        assertThat(second.plan().key()).isNotEqualTo(first.plan().key());

        world.cluster.hold(RunStatus.DONE);
        assertThat(World.state(world.untilIdle(), "nightly-eval", "workers")).isEqualTo(HypothesisState.IN_REVIEW);
    }

    @Test
    void whenTheRetriesAreUsedUpTheEndSaysThatNothingWasMeasured() {
        World world = oneJob();
        world.policy = World.BLIND.toBuilder().noise(.1, 0).build();
        world.cluster.hold(RunStatus.INFRA_FAILED);

        Dossier ended = World.of(world.untilIdle(), "nightly-eval", "workers");

        assertThat(ended.state()).isEqualTo(HypothesisState.INCONCLUSIVE);
        assertThat(ended.verdict().orElseThrow().result()).isEqualTo("not measured");
        assertThat(ended.reason()).contains("infrastructure failed 3 times");
        assertThat(world.cluster.submissions()).hasSize(3).doesNotHaveDuplicates();
    }

    @Test
    void aJobThatCannotBeRunIsAFaultOfEachPass() {
        World world = oneJob();
        world.policy = LoopPolicy.DEFAULT;
        world.cluster.refuse("needs 3 accelerators of 2");

        for (CycleReport report : List.of(world.cycles(4), world.cycle())) {
            assertThat(report.faults())
                    .singleElement()
                    .matches(fault -> fault.category() == ErrorCategory.USER)
                    .hasToString("nightly-eval: cannot be submitted: needs 3 accelerators of 2");
            assertThat(report.notes()).noneMatch(note -> note.contains("were lost"));
        }
    }

    @Test
    void evidenceRunsThatTheInfrastructureLostSayNothingOfTheJob() {
        World world = oneJob();
        world.policy = LoopPolicy.DEFAULT;
        world.cluster.hold(RunStatus.INFRA_FAILED);

        CycleReport lost = world.cycles(8);

        assertThat(lost.view().runs())
                .hasSize(world.policy.attempts())
                .allMatch(run -> run.plan().purpose() == RunPurpose.EVIDENCE && run.state() == RunState.INFRA_FAILED);
        assertThat(lost.view().dossiers()).isEmpty();
        assertThat(lost.notes())
                .anyMatch(note -> note.startsWith(
                        "nightly-eval: its evidence runs were lost 3 times, tried again 10 minutes after"));

        world.cluster.hold(RunStatus.DONE);
        world.clock.advance(Duration.ofMinutes(10));
        assertThat(World.state(world.untilIdle(), "nightly-eval", "workers")).isEqualTo(HypothesisState.IN_REVIEW);
    }

    @Test
    void aSubmissionThatWasTakenWithoutAnAnswerIsFoundAgainAndNotMadeTwice() {
        World world = oneJob();
        world.cluster.takeWithoutAnswer(3);

        CycleReport unsure = world.cycle();

        assertThat(unsure.notes()).anyMatch(note -> note.contains("did not answer"));
        assertThat(unsure.view().runs()).extracting(Run::state).containsExactly(RunState.INTENDED);
        LedgerView view = world.untilIdle();
        assertThat(World.state(view, "nightly-eval", "workers")).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(world.cluster.submissions())
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(
                        view.runs().stream().map(run -> run.plan().key()).toList());
    }

    @Test
    void aCycleThatBeginsWithinAnotherIsRefusedAndTheFirstGoesOn() {
        World world = oneJob();
        List<Throwable> refused = new ArrayList<>();
        try (Ledger ledger = Ledger.open(world.url(), world.clock)) {
            AmdahlLoop second = world.loop(ledger);
            world.more = builder -> builder.advisors(List.of(briefing -> {
                refused.add(catchThrowable(second::runCycle));
                return List.of();
            }));
            AmdahlLoop first = world.loop(ledger);
            for (int i = 0; i < 30 && refused.isEmpty(); i++) {
                world.clock.advance(Duration.ofSeconds(30));
                first.runCycle();
            }
            long events = ledger.view().events();
            world.clock.advance(Duration.ofSeconds(30));
            second.runCycle();
            assertThat(ledger.view().events()).isGreaterThan(events);
        }
        assertThat(refused).isNotEmpty().allMatch(LedgerBusyException.class::isInstance);
    }

    @Test
    void afterMissedCyclesTheStateIsWhatItWouldHaveBeen() {
        World punctual = oneJob();
        LedgerView expected = punctual.untilIdle();
        World late = new World(folder.resolve("late"), 1, punctual.jobs.toArray(JobSpec[]::new));
        late.policy = punctual.policy;
        for (int i = 0; !late.cycle().isIdle(); i++) {
            assertThat(i).isLessThan(400);
            late.clock.advance(i % 5 == 0 ? Duration.ofSeconds(3 * 30) : Duration.ZERO);
        }
        LedgerView view = late.cycle().view();

        assertThat(view.dossiers()).extracting(Dossier::state).isNotEmpty();
        assertThat(view.dossiers())
                .extracting(Dossier::state)
                .containsExactlyElementsOf(
                        expected.dossiers().stream().map(Dossier::state).toList());
        assertThat(view.runs())
                .extracting(run -> run.plan().key())
                .containsExactlyElementsOf(
                        expected.runs().stream().map(run -> run.plan().key()).toList());
    }

    @Test
    void ofTwoCyclesAtOnceOneIsRefused() {
        World world = oneJob();
        world.cycle();
        try (Ledger ledger = Ledger.open(world.url(), world.clock)) {
            ledger.acquire("another machine", Duration.ofMinutes(10));
            long events = ledger.view().events();

            org.assertj.core.api.Assertions.assertThatThrownBy(
                            () -> world.loop(ledger).runCycle())
                    .isInstanceOf(LedgerBusyException.class);
            assertThat(ledger.view().events()).isEqualTo(events);
        }
    }
}
