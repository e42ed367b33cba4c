package dev.amdahl.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.loop.CycleSummary;
import dev.amdahl.core.loop.LoopListener;
import dev.amdahl.core.schedulers.local.LocalScheduler;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each host runs its whole loop, real processes included. */
@Timeout(400)
@Tag("soak")
final class HostsTest {
    @TempDir
    Path folder;

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    @BeforeEach
    void trialsAreMeasuredOnTwoCores() {
        Requires.processors(2);
        Requires.program("setsid");
    }

    @Test
    @Tag("long")
    void aTimerOfTheJdk() throws Exception {
        TimerHost.main(new String[] {folder.toString()});
        assertThatTheShortcutWasRefuted();
    }

    @Test
    @Tag("long")
    void quartz() throws Exception {
        QuartzHost.main(new String[] {folder.toString()});
        assertThatTheShortcutWasRefuted();
    }

    @Test
    void twoInstancesOfDbScheduler() throws Exception {
        DbSchedulerHost.main(new String[] {folder.toString()});
        assertThatTheShortcutWasRefuted();
    }

    @Test
    @Tag("long")
    void aQueueOfItsOwn() throws Exception {
        QueueHost.main(new String[] {folder.toString()});
        assertThatTheShortcutWasRefuted();
    }

    private void assertThatTheShortcutWasRefuted() {
        try (Ledger ledger = Ledger.open(folder.resolve("amdahl").toString())) {
            assertThat(ledger.view().dossiers()).extracting(Dossier::state).containsExactly(HypothesisState.REFUTED);
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    /** Nothing keeps them apart but the ledger: no two cycles at once, and no run twice. */
    @Test
    void twoHostsThatKnowNothingOfEachOtherShareALedger() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger cycles = new AtomicInteger();
        LoopListener counting = new LoopListener() {
            @Override
            public void cycleStarted(String cycleId) {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                cycles.incrementAndGet();
            }

            @Override
            public void cycleEnded(CycleSummary cycle) {
                running.decrementAndGet();
            }
        };
        ExecutorService hosts = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> both = List.of(hosts.submit(host(counting)), hosts.submit(host(counting)));
            for (Future<?> one : both) {
                one.get(300, TimeUnit.SECONDS);
            }
        } finally {
            hosts.shutdownNow();
        }
        assertThatTheShortcutWasRefuted();
        assertThat(most).hasValue(1);
        assertThat(cycles).as("there was something to share").hasValueGreaterThan(3);
    }

    private Runnable host(LoopListener listener) {
        LocalScheduler trials = LocalScheduler.at(folder.resolve("trials"));
        CycleTask cycle = new CycleTask(
                folder.resolve("amdahl").toString(),
                ledger -> AmdahlLoop.builder(ledger)
                        .jobs(List.of(NightlySum.job()))
                        .scheduler(trials)
                        .listener(listener)
                        .build());
        return () -> {
            while (!cycle.idle().isDone()) {
                cycle.run();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        };
    }

    /** A host that is stopped interrupts its threads: whatever that breaks off, the next cycle goes on, and nothing is run twice. */
    @Test
    void anInterruptedCycleIsFinishedByTheNext() throws Exception {
        SplittableRandom random = new SplittableRandom(3);
        ScriptedScheduler trials = new ScriptedScheduler(
                1,
                arm -> ArmResult.succeeded(arm.name(), 10)
                        .digest("-", arm.environment().getOrDefault("RECORDS", "")));
        CycleTask cycle = new CycleTask(folder.resolve("amdahl").toString(), ledger -> NightlySum.loop(ledger, trials));
        int interrupted = 0;
        for (int i = 0; i < 400 && !cycle.idle().isDone(); i++) {
            Thread host = new Thread(cycle, "host-" + i);
            host.start();
            if (i % 2 == 0) {
                LockSupport.parkNanos(random.nextLong(TimeUnit.MILLISECONDS.toNanos(40)));
                host.interrupt();
                interrupted++;
            }
            host.join();
        }

        assertThat(interrupted).isGreaterThan(3);
        assertThatTheShortcutWasRefuted();
        try (Ledger ledger = Ledger.open(folder.resolve("amdahl").toString())) {
            assertThat(ledger.view().runs())
                    .extracting(run -> run.plan().key())
                    .containsExactlyInAnyOrderElementsOf(
                            trials.submitted().stream().map(TrialRequest::key).toList())
                    .hasSizeLessThan(20);
        }
    }

    /** What a host sees that calls while another one's cycle runs: an exception of its own, at once, and nothing written. */
    @Test
    void ofTwoLoopsOnOneLedgerOneWorksAndOneIsTurnedAway() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger refused = new AtomicInteger();
        LoopListener holding = new LoopListener() {
            @Override
            public void cycleEnded(CycleSummary cycle) {
                inside.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        LoopListener counting = new LoopListener() {
            @Override
            public void cycleRefused(AmdahlException reason) {
                refused.incrementAndGet();
            }
        };
        ExecutorService hosts = Executors.newSingleThreadExecutor();
        try (Ledger ledger = Ledger.open("jdbc:h2:mem:two-hosts")) {
            AmdahlLoop first = loop(ledger, holding);
            AmdahlLoop second = loop(ledger, counting);
            Future<?> running = hosts.submit(first::runCycle);
            assertThat(inside.await(120, TimeUnit.SECONDS)).isTrue();
            String head = ledger.view().head();

            assertThat(catchThrowable(second::runCycle))
                    .isInstanceOf(LedgerBusyException.class)
                    .hasMessageContaining("is leased to amdahl-loop");

            assertThat(refused).hasValue(1);
            assertThat(ledger.view().head()).isEqualTo(head);
            goOn.countDown();
            running.get(120, TimeUnit.SECONDS);
            assertThat(second.runCycle().runsInFlight()).isEqualTo(1);
        } finally {
            goOn.countDown();
            hosts.shutdownNow();
        }
    }

    private static AmdahlLoop loop(Ledger ledger, LoopListener listener) {
        return AmdahlLoop.builder(ledger)
                .jobs(List.of(NightlySum.job()))
                .scheduler(new ScriptedScheduler(1, arm -> {
                    throw new AmdahlException(ErrorCategory.TRANSIENT, "not yet");
                }))
                .gate(new ScriptedGate())
                .listener(listener)
                .build();
    }
}
