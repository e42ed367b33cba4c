package dev.amdahl.core.internal.loop;

import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import dev.amdahl.spi.job.MetricSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One of two processes, eight threads of which each offer all changes to a ledger, in orders of their own: what the ledger takes is
 * submitted. The process gives the ledger back now and then, and takes it again once it can.
 */
final class OfferingProcess {
    private static final int THREADS = 8;
    private static final int AT_ONCE = 50;

    /** A file's second process is told that it is held after some seconds, which this many changes do not take. */
    private static final int FEW = 1_000;

    private static final String FAMILY = "nightly-eval";
    private static final Screening SCREENING = new Screening(
            OptionalDouble.of(1.5), OptionalDouble.of(10), .03, OptionalDouble.empty(), OptionalDouble.of(12));
    private static final ExperimentPlan PLAN =
            new ExperimentPlan(MetricSpec.WALL_SECONDS, List.of(), List.of(), .01, .1, 400, .0025, 60, 60);

    private static final long PAUSE_MILLIS = 20;

    private final String url;
    private final Path folder;
    private final String name;
    private final TurnLog log;
    private final int turn;
    private final int atOnce;
    private final boolean isBusySeen;
    private final List<Offerer> offerers = new ArrayList<>();
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger leftOfTurn = new AtomicInteger();
    private int turns;
    private int busy;

    OfferingProcess(String url, Path folder, String name, String other, long seed, int offers) {
        this.url = url;
        this.folder = folder;
        this.name = name;
        this.log = new TurnLog(folder, name, other);
        this.turn = offers / (isOnServer() ? 20 : 4);
        // All threads may go over a turn by one batch each, and something has to be left for the other process.
        this.atOnce = Math.min(AT_ONCE, offers / (2 * THREADS));
        this.isBusySeen = isOnServer() || offers > FEW;
        List<String> all = changes(offers).toList();
        for (int thread = 0; thread < THREADS; thread++) {
            List<String> order = new ArrayList<>(all);
            Collections.shuffle(order, new Random(seed * THREADS + thread));
            offerers.add(new Offerer(name + "-" + thread, order));
        }
    }

    public static void main(String[] arguments) {
        OfferingProcess process = new OfferingProcess(
                arguments[0],
                Path.of(arguments[1]),
                arguments[2],
                arguments[3],
                Long.parseLong(arguments[4]),
                Integer.parseInt(arguments[5]));
        process.run();
        System.out.println(process.told());
    }

    /** The fingerprints of all changes. */
    static Stream<String> changes(int offers) {
        return IntStream.rangeClosed(1, offers).mapToObj(number -> String.format("%064x", number));
    }

    /** As the loop derives it. */
    static String key(String change) {
        return Keys.trial(new Fingerprint(change), 1, 1, 1);
    }

    /** What it did, for people. */
    String told() {
        return name + ": took " + taken + " in " + turns + " turns, refused batches " + refused + ", busy " + busy;
    }

    void run() {
        if (isOnServer()) {
            try (Ledger ledger = patiently(() -> Ledger.open(url))) {
                while (isAnythingLeft()) {
                    turn(ledger);
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(3 * PAUSE_MILLIS));
                }
            }
        } else {
            while (isAnythingLeft()) {
                long before;
                try (Ledger ledger = patiently(() -> Ledger.open(url))) {
                    before = log.turnsOfOther();
                    turn(ledger);
                }
                log.awaitTurnOfOther(before);
            }
        }
        log.ended();
    }

    private boolean isOnServer() {
        return LedgerLocation.of(url).isOnServer();
    }

    private boolean isAnythingLeft() {
        return offerers.stream().anyMatch(offerer -> offerer.at < offerer.order.size());
    }

    private void turn(Ledger ledger) {
        try (Lease lease = patiently(() -> ledger.acquire(name, Duration.ofMinutes(1)))) {
            turns++;
            log.turn();
            if (lease.view().family(FAMILY).isEmpty()) {
                lease.commit(new Entry.FamilySeen(FAMILY, "h200", "0"));
            }
            if (isBusySeen && log.turnsOfOther() == 0) {
                log.awaitBusyOther();
            }
            leftOfTurn.set(turn);
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            try {
                List<Callable<Boolean>> work = offerers.stream()
                        .<Callable<Boolean>>map(offerer -> () -> offerer.offer(lease))
                        .toList();
                for (Future<Boolean> done : threads.invokeAll(work)) {
                    done.get();
                }
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            } finally {
                threads.shutdownNow();
            }
        }
    }

    /** Tries again for as long as the other process holds the ledger. */
    private <T> T patiently(Supplier<T> attempt) {
        while (true) {
            try {
                return attempt.get();
            } catch (LedgerBusyException another) {
                busy++;
                log.busy();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
            }
        }
    }

    /** One thread; offers again what was refused together with something that another one had taken just before. */
    private final class Offerer {
        private final String who;
        private final List<String> order;
        private int at;

        Offerer(String who, List<String> order) {
            this.who = who;
            this.order = order;
        }

        boolean offer(Lease lease) {
            while (at < order.size() && leftOfTurn.get() > 0) {
                List<String> some = order.subList(at, Math.min(order.size(), at + atOnce));
                List<String> free = some.stream()
                        .filter(change ->
                                lease.view().standings(new Fingerprint(change)).isEmpty())
                        .toList();
                if (free.isEmpty() || take(lease, free)) {
                    at += some.size();
                }
            }
            return true;
        }

        /** The intents, the submissions, what the scheduler answered: as the loop does it. */
        private boolean take(Lease lease, List<String> changes) {
            try {
                lease.commit(changes.stream().flatMap(this::intent).toList());
            } catch (IllegalMoveException takenBefore) {
                refused.incrementAndGet();
                return false;
            }
            StartLog scheduler = new StartLog(folder);
            lease.commit(changes.stream()
                    .map(OfferingProcess::key)
                    .map(key -> new Entry.RunSubmitted(key, scheduler.submit(key, name)))
                    .toList());
            taken.addAndGet(changes.size());
            leftOfTurn.addAndGet(-changes.size());
            return true;
        }

        private Stream<Entry> intent(String change) {
            String id = who + "-" + change.replaceFirst("^0+", "");
            Hypothesis hypothesis = new Hypothesis(
                    id,
                    FAMILY,
                    List.of(Bottleneck.INPUT_STARVATION),
                    ResourceAxis.IO,
                    "workers " + id,
                    new ConfigChange(
                            List.of(new LeverSetting("workers", new LeverSetting.Environment("WORKERS"), "0", change))),
                    OptionalDouble.of(.15),
                    new Provenance(Provenance.Origin.RULE, who),
                    List.of("evidence-1"),
                    new Fingerprint(change));
            return Stream.of(
                    new Entry.Proposed(hypothesis, SCREENING, Optional.empty()),
                    new Entry.Moved(id, HypothesisState.TESTING, "submitted"),
                    new Entry.Designed(id, PLAN, 1, 1, List.of(), Optional.empty(), Optional.empty()),
                    new Entry.RunIntended(new RunPlan(key(change), RunPurpose.TRIAL, FAMILY, id, 1, 1, 1, true, 1, 0)));
        }
    }
}
