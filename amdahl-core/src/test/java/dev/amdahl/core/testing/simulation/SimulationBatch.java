package dev.amdahl.core.testing.simulation;

import static java.util.Objects.requireNonNull;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Runs many seeds, spread over threads; each seed runs on one thread and is the same every time. Not thread-safe. */
public final class SimulationBatch {
    private static final int TWINS = 64;
    private static final Set<Fault> CLOCKS =
            Collections.unmodifiableSet(EnumSet.of(Fault.CLOCK_AHEAD, Fault.CLOCK_BACK, Fault.CLOCK_STANDS));
    private static final ThreadLocal<@Nullable Simulation> HERE = new ThreadLocal<>();

    private final List<String> failures = new ArrayList<>();
    private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
    private final Set<FailPoint> points = EnumSet.noneOf(FailPoint.class);
    private long verdicts;
    private long steps;
    private long events;

    /** Runs the seeds from the first, inclusive, to the last, exclusive. */
    public SimulationBatch run(long from, long to, int threads) {
        try (FailPoints.Installed installed = FailPoints.install(SimulationBatch::dispatch)) {
            AtomicLong next = new AtomicLong(from);
            List<Thread> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Thread worker = new Thread(() -> work(next, to), "simulation-" + i);
                worker.start();
                workers.add(worker);
            }
            workers.forEach(Uninterruptibles::joinUninterruptibly);
            requireNonNull(installed);
        }
        return this;
    }

    private void work(AtomicLong next, long to) {
        for (long seed = next.getAndIncrement(); seed < to; seed = next.getAndIncrement()) {
            add(one(seed));
        }
    }

    private static void dispatch(FailPoint point) {
        Simulation simulation = HERE.get();
        if (simulation != null) {
            simulation.accept(point);
        }
    }

    static SimulationResult one(long seed) {
        boolean isTwin = Math.floorMod(seed, TWINS) == 0;
        SimulationResult result = run(seed, EnumSet.allOf(Fault.class), false);
        return isTwin && result.violation().isEmpty() ? result.or(twins(seed)) : result;
    }

    /** Clocks that jump and a scheduler that is down for a while change no verdict. */
    private static Optional<String> twins(long seed) {
        Map<Fingerprint, HypothesisState> undisturbed =
                run(seed, EnumSet.noneOf(Fault.class), true).ends();
        SimulationResult clocks = run(seed, CLOCKS, true);
        boolean isLost = new Simulation(seed, EnumSet.noneOf(Fault.class), true).isSubmissionLostForGood();
        Set<Fault> delays =
                isLost ? EnumSet.of(Fault.RUN_DELAYED) : EnumSet.of(Fault.SCHEDULER_DOWN, Fault.RUN_DELAYED);
        SimulationResult pauses = run(seed, delays, true);
        return clocks.line()
                .or(() -> pauses.line())
                .or(() -> differs("I15", undisturbed, clocks))
                .or(() -> differs("I16", undisturbed, pauses));
    }

    private static Optional<String> differs(
            String invariant, Map<Fingerprint, HypothesisState> undisturbed, SimulationResult disturbed) {
        return undisturbed.equals(disturbed.ends())
                ? Optional.empty()
                : Optional.of(
                        invariant + " verdicts " + disturbed.ends().values() + ", undisturbed " + undisturbed.values());
    }

    private static SimulationResult run(long seed, Set<Fault> possible, boolean isSimple) {
        Simulation simulation = new Simulation(seed, possible, isSimple);
        HERE.set(simulation);
        try {
            return simulation.run();
        } finally {
            HERE.remove();
        }
    }

    private synchronized void add(SimulationResult result) {
        result.line().ifPresent(failures::add);
        result.faults().forEach((fault, count) -> faults.merge(fault, (long) count, Long::sum));
        points.addAll(result.points());
        verdicts += result.verdicts();
        steps += result.steps();
        events += result.events();
    }

    /** One line per seed that failed. */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    /** What went wrong in the world, and how often. */
    public Map<Fault, Long> faults() {
        return Map.copyOf(faults);
    }

    /** The fail points that were passed. */
    public Set<FailPoint> points() {
        return Set.copyOf(points);
    }

    /** Cycles of the loop. */
    public long steps() {
        return steps;
    }

    /** Events of the ledgers. */
    public long events() {
        return events;
    }

    /** Verdicts of the loop. */
    public long verdicts() {
        return verdicts;
    }
}
