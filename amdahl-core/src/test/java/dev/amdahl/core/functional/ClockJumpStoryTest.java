package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.EventLog;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.LedgerView;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The wall clock is set wrong in the middle of everything: the loop decides by the order of events. */
class ClockJumpStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    /** Cycles until nothing is left to do; after {@code at} of them the clock jumps once, and each takes {@code step}. */
    private static LedgerView run(World world, int at, Duration jump, Duration step) {
        try (Ledger ledger = Ledger.open(world.url(), world.clock)) {
            AmdahlLoop loop = world.loop(ledger);
            for (int i = 0; i < 400; i++) {
                world.clock.advance(i == at ? jump : step);
                CycleReport report = loop.runCycle();
                if (report.isIdle()) {
                    return report.view();
                }
            }
            throw new AssertionError("still not idle: " + World.states(ledger.view()));
        }
    }

    @ParameterizedTest
    @CsvSource({"2, -P14610D", "9, -P2D", "9, -P14610D", "25, -P2D", "9, P2D"})
    void aClockThatJumpsChangesNoVerdict(int at, Duration jump) {
        Duration step = Duration.ofSeconds(30);
        LedgerView undisturbed = run(World.nightlyEval(folder.resolve("a")), -1, jump, step);
        World world = World.nightlyEval(folder.resolve("b"));

        LedgerView jumped = run(world, at, jump, step);

        assertThat(World.states(jumped)).isEqualTo(World.states(undisturbed)).hasSize(2);
        assertThat(world.cluster.submissions()).doesNotHaveDuplicates().hasSameSizeAs(undisturbed.runs());
        assertThat(EventLog.read(Path.of(world.url() + ".events.jsonl")))
                .extracting(EventLog.Recorded::at)
                .as("the ledger's own time never goes back")
                .isSorted();
        world.verify();
    }

    @Test
    void equalTimesChangeNoVerdictAndNoOrder() {
        LedgerView undisturbed = run(World.nightlyEval(folder.resolve("a")), -1, Duration.ZERO, Duration.ofSeconds(30));

        World world = World.nightlyEval(folder.resolve("b"));
        world.policy = world.policy.toBuilder().confirmationPause(Duration.ZERO).build();
        LedgerView still = run(world, -1, Duration.ZERO, Duration.ZERO);

        assertThat(World.states(still)).isEqualTo(World.states(undisturbed)).hasSize(2);
    }
}
