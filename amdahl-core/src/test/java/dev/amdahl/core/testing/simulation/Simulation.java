package dev.amdahl.core.testing.simulation;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.ledger.store.MemoryStore;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerOverStore;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.budget.Limits;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopListener;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.testing.invariants.Invariants;
import dev.amdahl.core.testing.invariants.Observed;
import dev.amdahl.core.testing.invariants.Violation;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.job.AnomalySource;
import dev.amdahl.spi.job.FleetSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** One seed: two loops on one ledger, in a world where things go wrong for a while and then no more. Not thread-safe; used once. */
final class Simulation implements Consumer<FailPoint> {
    private static final int FAULTY_STEPS = 24;
    private static final int CALM_STEPS = 1_000;
    private static final int QUIET_STEPS = 3;
    private static final int MAX_POINTS = 24;
    private static final int MINUTES_OF_TWO_DAYS = 2 * 24 * 60;
    private static final int MAX_COMMITS_AGO = 30;
    private static final Duration LONGER_THAN_A_LEASE = Duration.ofMinutes(11);
    private static final Duration FIRST_WAIT = Duration.ofMinutes(90);

    private final long seed;
    private final Dice dice;
    private final WorldTime time = new WorldTime();
    private final PlantedFleet fleet;
    private final CommitLog commits = new CommitLog();
    private final Promises promises;
    private final Operator operator;
    private final BreakablePlugins plugins;
    private final FaultyScheduler scheduler;
    private final WaveringGate gate;
    private final LoopProcess first;
    private final LoopProcess second;
    private final Set<FailPoint> points = EnumSet.noneOf(FailPoint.class);
    private MemoryStore disk;
    private LoopProcess running;
    private Optional<Fault> planned = Optional.empty();
    private int fuse;
    private boolean isNested;
    private int steps;

    /** @param isSimple no change depends on another, and nothing runs out: verdicts follow from the world alone */
    Simulation(long seed, Set<Fault> possible, boolean isSimple) {
        this.seed = seed;
        this.dice = new Dice(seed, possible);
        this.fleet = PlantedFleet.draw(seed, isSimple);
        this.disk = MemoryStore.shared("seed " + seed);
        this.promises = Promises.draw(dice);
        boolean isPoor = dice.chance(.2) && !isSimple;
        Budget budget = isPoor ? Budget.acceleratorHours(8 + dice.below(30)) : Budget.UNLIMITED;
        boolean isPatient = dice.chance(.5) || isSimple;
        LoopPolicy policy = SmallPolicy.of(promises, isPatient ? Duration.ofDays(60) : Duration.ofHours(20));
        this.operator = new Operator(fleet, dice, policy, budget);
        this.plugins = new BreakablePlugins(dice);
        this.scheduler = new FaultyScheduler(fleet, time, dice, promises, request -> commits.requested(request.key()));
        this.gate = new WaveringGate(seed, time, dice);
        this.first = process();
        this.second = process();
        this.running = first;
    }

    private LoopProcess process() {
        return new LoopProcess(
                () -> new ProcessStore(disk, dice, commits),
                store -> LedgerOverStore.open(store, time.clock()),
                ledger -> AmdahlLoop.builder(ledger)
                        .jobs(operator.jobs())
                        .scheduler(plugins.of(Scheduler.class, scheduler))
                        .builder(plugins.of(Builder.class, new OneTree()))
                        .advisors(List.of(plugins.of(Advisor.class, new WaveringAdvisor(dice))))
                        .ideaSources(List.of(plugins.of(IdeaSource.class, query -> List.of())))
                        .anomalies(plugins.of(AnomalySource.class, since -> Map.of()))
                        .fleet(plugins.of(FleetSource.class, (from, to) -> Stream.empty()))
                        .refuters(List.of(plugins.of(Refuter.class, new Agreeing())))
                        .listener(plugins.of(LoopListener.class, new LoopListener() {}))
                        .gate(plugins.of(PromotionGate.class, gate))
                        .policy(operator.policy())
                        .budget(operator.budget())
                        .clock(time.clock())
                        .directory(Path.of("simulated"))
                        .build());
    }

    /** Whether a submission that fails while the scheduler is down stays unknown for ever. */
    boolean isSubmissionLostForGood() {
        return promises.isNothing();
    }

    SimulationResult run() {
        Optional<String> violation = Optional.empty();
        Map<Fingerprint, HypothesisState> ends = Map.of();
        try {
            while (steps < FAULTY_STEPS) {
                turn();
            }
            dice.calm();
            settle();
            ends = examine(true);
        } catch (BrokenPromise found) {
            violation = Optional.of(String.valueOf(found.getMessage()));
        }
        return new SimulationResult(
                seed, steps, hash(), violation, dice.struck(), points, commits.count("Decided"), commits.size(), ends);
    }

    private String hash() {
        return disk.event(disk.events()).map(event -> event.hash()).orElse("") + "-"
                + scheduler.log().size();
    }

    /** One cycle of one of the loops, some time after the last. */
    private void turn() {
        passTime();
        if (dice.strikes(Fault.LEDGER_RESTORED)) {
            restore();
        }
        turn(dice.chance(.7) ? first : second);
    }

    /** One cycle of one of the loops. */
    private Optional<CycleReport> turn(LoopProcess process) {
        steps++;
        plugins.step();
        scheduler.step();
        if (operator.step()) {
            first.forget();
            second.forget();
        }
        planned = dice.isDrawn(Fault.CRASH)
                ? Optional.of(Fault.CRASH)
                : dice.isDrawn(Fault.OTHER_LOOP) ? Optional.of(Fault.OTHER_LOOP) : Optional.empty();
        fuse = dice.below(MAX_POINTS);
        Optional<CycleReport> report = cycle(process);
        commits.problems().stream().findFirst().ifPresent(problem -> {
            throw new BrokenPromise(problem);
        });
        return report;
    }

    private Optional<CycleReport> cycle(LoopProcess process) {
        LoopProcess before = running;
        running = process;
        try {
            CycleReport report = process.cycle();
            report.notes().stream()
                    .filter(note -> note.contains("internal error"))
                    .findFirst()
                    .ifPresent(note -> {
                        throw new BrokenPromise("I21 " + note);
                    });
            return Optional.of(report);
        } catch (SimulatedCrash | LedgerUnusableException died) {
            process.forget();
            examine(false);
        } catch (BrokenPromise found) {
            throw found;
        } catch (AmdahlException failed) {
            if (failed.category() != ErrorCategory.TRANSIENT) {
                throw new BrokenPromise("a cycle failed: " + failed, failed);
            }
        } catch (RuntimeException failed) {
            throw new BrokenPromise("a cycle failed: " + failed, failed);
        } finally {
            running = before;
        }
        return Optional.empty();
    }

    /** Called at every fail point that the running loop passes. */
    @Override
    public void accept(FailPoint point) {
        points.add(point);
        if (planned.isEmpty() || fuse-- > 0) {
            return;
        }
        Fault fault = planned.get();
        planned = Optional.empty();
        dice.count(fault);
        if (fault == Fault.CRASH) {
            throw running.kill(point.name());
        }
        if (!isNested) {
            isNested = true;
            if (dice.strikes(Fault.LONG_PAUSE)) {
                time.pass(LONGER_THAN_A_LEASE);
            }
            if (dice.isDrawn(Fault.CRASH)) {
                planned = Optional.of(Fault.CRASH);
                fuse = dice.below(MAX_POINTS);
            }
            cycle(running == first ? second : first);
            isNested = false;
        }
    }

    private void passTime() {
        Duration normal = Duration.ofMinutes(10 + dice.below(30));
        if (dice.strikes(Fault.CLOCK_STANDS)) {
            time.stand(normal);
        } else {
            time.pass(normal);
        }
        if (!scheduler.isUnsettled() && dice.strikes(Fault.CLOCK_AHEAD)) {
            time.jump(Duration.ofMinutes(dice.below(MINUTES_OF_TWO_DAYS)));
        }
        if (dice.strikes(Fault.CLOCK_BACK)) {
            time.jump(Duration.ofMinutes(dice.below(MINUTES_OF_TWO_DAYS)).negated());
        }
    }

    /** The ledger is lost, and a copy of an earlier state takes its place. */
    private void restore() {
        List<Event> copy = commits.copied(dice.below(MAX_COMMITS_AGO));
        disk = MemoryStore.shared("seed " + seed + " restored");
        if (!copy.isEmpty()) {
            disk.commit(disk.fence(), copy, List.of());
        }
        scheduler.log().restored(commits.restored(copy.size()), time.truth());
        first.forget();
        second.forget();
    }

    /** Once nothing goes wrong any more, everything comes to its end within a bounded number of cycles, and in time. */
    private void settle() {
        Liveness liveness = new Liveness();
        int quiet = 0;
        Duration wait = FIRST_WAIT;
        Duration waited = wait;
        while (quiet < QUIET_STEPS) {
            if (steps >= FAULTY_STEPS + CALM_STEPS) {
                throw new BrokenPromise("I4 not idle after " + CALM_STEPS + " calm cycles");
            }
            LoopProcess process = dice.chance(.7) ? first : second;
            Optional<CycleReport> report = turn(process);
            boolean isIdle = report.filter(CycleReport::isIdle).isPresent();
            boolean hasChanged = report.filter(CycleReport::hasChanged).isPresent();
            if (report.isPresent()) {
                liveness.cycle(report.get(), operator.policy(), now(), waited);
            }
            quiet = isIdle ? quiet + 1 : 0;
            wait = isIdle || wait.compareTo(Liveness.MAX_WAIT) > 0
                    ? Liveness.MAX_WAIT
                    : hasChanged ? FIRST_WAIT : wait.multipliedBy(2);
            Instant before = time.truth();
            if (report.map(CycleReport::view).filter(Simulation::isRunning).isPresent()) {
                process.await(wait);
            } else {
                time.pass(wait);
            }
            waited = Duration.between(before, time.truth());
        }
    }

    private static boolean isRunning(LedgerView view) {
        return view.inFlight().stream().anyMatch(run -> run.worker().isPresent());
    }

    /** What the clock says, or the newest event where the clock was set back. */
    private Instant now() {
        Instant newest = disk.event(disk.events()).map(Event::time).orElse(Instant.MIN);
        Instant clock = time.clock().instant();
        return clock.isBefore(newest) ? newest : clock;
    }

    /** Every invariant, on what can be seen now; returns how the hypotheses stand. */
    private Map<Fingerprint, HypothesisState> examine(boolean isAtTheEnd) {
        Ledger ledger = LedgerOverStore.open(disk, time.clock());
        Observed observed = Observed.of(commits.recorded())
                .acknowledged(commits.acknowledged())
                .submissions(scheduler.log()::started)
                .budget(operator.budget())
                .view(ledger.view());
        if (isAtTheEnd) {
            observed.verification(ledger.verify());
            if (operator.budget().total().equals(Limits.NONE)) {
                observed.quiescent();
            }
        }
        Invariants.check(observed).stream().findFirst().map(Violation::toString).ifPresent(problem -> {
            throw new BrokenPromise(problem);
        });
        Oracle.check(ledger.view(), fleet, scheduler.log(), gate).stream()
                .findFirst()
                .ifPresent(problem -> {
                    throw new BrokenPromise(problem);
                });
        Map<Fingerprint, HypothesisState> ends = new HashMap<>();
        ledger.view()
                .dossiers()
                .forEach(dossier -> ends.put(dossier.hypothesis().fingerprint(), dossier.state()));
        return ends;
    }
}
