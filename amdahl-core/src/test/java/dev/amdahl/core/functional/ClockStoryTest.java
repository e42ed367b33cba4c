package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.ReviewPacket;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClockStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final Map<String, ReviewPacket> packets = new HashMap<>();

    /** Keeps what people would be shown. */
    private final class Shown implements PromotionGate {
        @Override
        public void request(ReviewPacket packet) {
            packets.put(packet.hypothesis().family(), packet);
        }

        @Override
        public Optional<Review> answer(String id) {
            return Optional.empty();
        }
    }

    private static JobSpec job(String clocks) {
        return Workload.job(clocks, .3, Workload.workers("4"))
                .environment(Map.of("CLOCKS", clocks))
                .outputs(List.of())
                .build();
    }

    private static ArmResult run(ArmRequest arm) {
        String clocks = arm.environment().getOrDefault("CLOCKS", "");
        double jitter = 1 + .01 * (arm.seed() % 5);
        ArmResult result = ArmResult.succeeded(
                        arm.name(), ("4".equals(arm.environment().get("WORKERS")) ? 7 : 10) * jitter)
                .work(1000);
        return clocks.equals("unknown") ? result : result.circumstance(EnvironmentFact.CLOCKS, clocks);
    }

    @Test
    void clocksThatMayWanderMakeThePriorNoiseWiderAndStandAtTheGate() {
        SettableClock clock = new SettableClock(Instant.parse("2026-03-01T12:00:00Z"));
        List<JobSpec> jobs = new ArrayList<>(List.of(job("locked"), job("unlocked"), job("unknown")));
        LedgerView view;
        try (Ledger ledger = Ledger.open(folder.resolve("ledger").toString(), clock)) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(jobs)
                    .scheduler(new ScriptedScheduler(10, ClockStoryTest::run))
                    .gate(new Shown())
                    .policy(World.BLIND)
                    .clock(clock)
                    .directory(folder)
                    .build();
            CycleReport report = loop.runCycle();
            for (int i = 0; !report.isIdle(); i++) {
                assertThat(i).as("cycles").isLessThan(200);
                clock.advance(Duration.ofSeconds(30));
                report = loop.runCycle();
            }
            view = report.view();
        }

        assertThat(sigma(view, "unlocked") / sigma(view, "locked")).isCloseTo(1.5, within(.01));
        assertThat(sigma(view, "unknown")).isEqualTo(sigma(view, "locked"));
        assertThat(packets).containsOnlyKeys("locked", "unlocked", "unknown");
        packets.forEach((family, packet) -> assertThat(
                        packet.notes().stream().anyMatch(warning -> warning.startsWith("clocks not locked")))
                .as(family)
                .isEqualTo(family.equals("unlocked")));
    }

    private static double sigma(LedgerView view, String family) {
        return World.of(view, family, "workers")
                .experiment()
                .orElseThrow()
                .plan()
                .sigma();
    }
}
