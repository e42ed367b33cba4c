package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.internal.capacity.AcceptanceAccount;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the cluster took and what it turned away, from the ledger. */
class AcceptanceStoryTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final SettableClock clock = new SettableClock(START);

    /** Takes the first two, then has no such partition, and at last does not answer. */
    private static final class Moody implements Scheduler {
        private final ScriptedScheduler runs = new ScriptedScheduler(1, arm -> ArmResult.succeeded(arm.name(), 10));
        private int asked;

        @Override
        public String name() {
            return "moody";
        }

        @Override
        public WorkerRunId submit(TrialRequest request) {
            asked++;
            if (asked == 3 || asked == 4) {
                throw new InvalidInputException(
                        "job " + request.key(), "partition gpu" + asked + " does not exist", "name another");
            }
            if (asked > 4) {
                throw new AmdahlException(ErrorCategory.TRANSIENT, "no answer");
            }
            return runs.submit(request);
        }

        @Override
        public Optional<WorkerRunId> find(String key) {
            return runs.find(key);
        }

        @Override
        public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> wanted) {
            return runs.poll(wanted);
        }

        @Override
        public TrialResult collect(WorkerRunId run) {
            return runs.collect(run);
        }

        @Override
        public void cancel(WorkerRunId run) {}
    }

    @Test
    void acceptedAndRejectedAreCountedByReasonAndDay() {
        try (Ledger ledger = Ledger.open(folder.resolve("ledger").toString(), clock)) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(List.of(
                            Workload.job("nightly", .5, Workload.workers("4")).build()))
                    .scheduler(new Moody())
                    .gate(new ScriptedGate())
                    .policy(World.BLIND)
                    .clock(clock)
                    .directory(folder)
                    .build();
            for (int i = 0; i < 6; i++) {
                loop.runCycle();
                clock.advance(Duration.ofHours(6));
            }

            AcceptanceAccount account = AcceptanceAccount.of(ledger.view());

            assertThat(account.accepted()).isEqualTo(2);
            assertThat(account.rejected()).hasSize(1).allSatisfy((reason, times) -> {
                assertThat(reason).contains("job KEY").contains("partition gpu# does not exist");
                assertThat(times).isEqualTo(2);
            });
            assertThat(account.rate()).hasValue(.5);
            assertThat(account.unknown()).isEqualTo(1);
            assertThat(account.days()).hasSizeGreaterThan(1);
        }
    }
}
