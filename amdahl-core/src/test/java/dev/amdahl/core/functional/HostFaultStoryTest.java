package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.testing.ShareProfiler;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.profiler.Profiler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plugins of a host that fail in a way that their contract does not know. */
class HostFaultStoryTest {
    private static final int FAULTS = 3;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private World world;

    @BeforeEach
    void aJobWithOneRealWin() {
        world = new World(
                folder, 1, Workload.job("nightly", .5, Workload.workers("4")).build());
        world.policy = World.BLIND;
    }

    @ParameterizedTest
    @CsvSource({
        "submit, throws",
        "submit, null",
        "find, throws",
        "poll, throws",
        "poll, null",
        "collect, throws",
        "collect, null"
    })
    void aSchedulerThatFailsNowAndThenCostsNothingButTime(String method, String how) {
        AtomicInteger faults = new AtomicInteger(FAULTS);
        Scheduler failing = failing(world.cluster, method, how.equals("null"), faults);
        world.more = builder -> builder.scheduler(failing);

        CycleReport report = untilIdle(method);

        assertThat(report.view().dossiers())
                .singleElement()
                .satisfies(dossier -> assertThat(dossier.state()).isEqualTo(HypothesisState.IN_REVIEW));
        assertThat(world.cluster.submissions()).hasSizeGreaterThan(15).doesNotHaveDuplicates();
        assertThat(faults.get()).isEqualTo(method.equals("find") ? FAULTS : 0);
    }

    private CycleReport untilIdle(String method) {
        try (Ledger ledger = Ledger.open(world.url(), world.clock)) {
            AmdahlLoop loop = world.loop(ledger);
            for (int i = 0; i < 400; i++) {
                world.clock.advance(Duration.ofSeconds(30));
                try {
                    CycleReport report = loop.runCycle();
                    if (report.isIdle()) {
                        return report;
                    }
                } catch (AmdahlException failed) {
                    assertThat(failed.category()).isEqualTo(ErrorCategory.PLUGIN);
                    assertThat(failed).hasMessageContaining("Scheduler." + method);
                }
            }
        }
        throw new AssertionError("still not idle");
    }

    @Test
    void aFleetThatFailsNamesItself() {
        FleetSource gone = (from, to) -> {
            throw new IllegalStateException("the table is gone");
        };
        FleetSource nothing = (from, to) -> Stream.of(1).map(row -> null);
        for (FleetSource broken : new FleetSource[] {gone, nothing}) {
            world.more = builder -> builder.fleet(broken);
            assertThat(world.cycle().faults())
                    .singleElement()
                    .matches(fault -> fault.category() == ErrorCategory.PLUGIN)
                    .asString()
                    .contains(broken.getClass().getName());
        }
    }

    @ParameterizedTest
    @CsvSource({"reads", "read"})
    void aProfilerThatThrowsCostsNothingButWhatItWouldHaveRead(String method) {
        world.policy = LoopPolicy.DEFAULT;
        Profiler broken = (Profiler) Proxy.newProxyInstance(
                Profiler.class.getClassLoader(), new Class<?>[] {Profiler.class}, (proxy, called, arguments) -> {
                    if (called.getName().equals(method)) {
                        throw new IllegalStateException("the trace has no end");
                    }
                    return called.getName().equals("reads") ? true : Optional.empty();
                });
        world.more = builder -> builder.profilers(List.of(broken, new ShareProfiler()));

        LedgerView view = world.untilIdle();

        assertThat(view.family("nightly")
                        .flatMap(Family::diagnosis)
                        .orElseThrow()
                        .findings())
                .anyMatch(finding -> finding.contains("Profiler." + method) && finding.contains("has no end"))
                .noneMatch(finding -> finding.contains("internal error"));
        assertThat(view.dossiers()).isNotEmpty();
    }

    @Test
    void aRefuterThatThrowsIsNamed() {
        Refuter broken = new Refuter() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public Vote examine(Evidence evidence) {
                throw new IllegalStateException("no opinion");
            }

            @Override
            public boolean isAdvisory() {
                throw new IllegalStateException("no idea");
            }
        };
        world.more = builder -> builder.refuters(List.of(broken));
        List<String> notes = new ArrayList<>();
        for (int i = 0; i < 60 && notes.isEmpty(); i++) {
            notes.addAll(world.cycle().notes());
        }

        assertThat(notes)
                .anyMatch(note -> note.contains("Refuter.isAdvisory"))
                .noneMatch(note -> note.contains("internal error"));
    }

    private static Scheduler failing(Scheduler real, String method, boolean isNull, AtomicInteger faults) {
        return (Scheduler) Proxy.newProxyInstance(
                Scheduler.class.getClassLoader(), new Class<?>[] {Scheduler.class}, (proxy, called, arguments) -> {
                    if (called.getName().equals(method) && faults.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                        if (isNull) {
                            return null;
                        }
                        throw new IllegalStateException("the queue is down");
                    }
                    try {
                        return called.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
