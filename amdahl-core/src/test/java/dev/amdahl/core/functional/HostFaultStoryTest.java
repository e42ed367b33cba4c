package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.job.FleetSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
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
            assertThatThrownBy(world::cycle)
                    .isInstanceOfSatisfying(
                            AmdahlException.class,
                            failed -> assertThat(failed.category()).isEqualTo(ErrorCategory.PLUGIN))
                    .hasMessageContaining(broken.getClass().getName())
                    .hasCauseInstanceOf(RuntimeException.class);
        }
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
