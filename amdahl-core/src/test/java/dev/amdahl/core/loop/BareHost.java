package dev.amdahl.core.loop;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.internal.loop.LogContext;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.OutputRule;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** A host with nothing on its class path but what the library brings along; its scheduler logs, and its context has keys of its own. */
public final class BareHost {
    private static final Logger LOG = LoggerFactory.getLogger("host");

    private static final AtomicInteger ARMS = new AtomicInteger();

    private BareHost() {}

    public static void main(String[] args) {
        JobSpec job = JobSpec.builder("nightly", List.of("sum"))
                .environment(Map.of("RECORDS", "50", "WORKERS", "1"))
                .outputs(List.of(new OutputRule("-", new OutputRule.Exact())))
                .levers(List.of(lever("RECORDS", "50", "25"), lever("WORKERS", "1", "4")))
                .build();
        LoopListener collected = new LoopListener() {
            @Override
            public void trialCollected(Run run) {
                LOG.info("collected {} {}", run.plan().purpose(), run.plan().key());
            }
        };
        MDC.put(LogContext.CYCLE, "the host's");
        MDC.put("tenant", "blue");
        try (Ledger ledger = Ledger.open("jdbc:h2:mem:bare")) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(List.of(job))
                    .scheduler(new ScriptedScheduler(1, BareHost::arm))
                    .gate(new ScriptedGate())
                    .policy(LoopPolicy.DEFAULT.toBuilder()
                            .evidenceRuns(0, Duration.ofDays(14))
                            .build())
                    .listener(collected)
                    .build();
            while (!loop.runCycle().isIdle()) {
                LOG.info("between");
            }
        }
        LOG.info("over");
    }

    private static Lever lever(String variable, String current, String value) {
        return new Lever(
                variable.toLowerCase(Locale.ROOT),
                new LeverSetting.Environment(variable),
                current,
                List.of(value),
                List.of(Bottleneck.HOST_SERIAL),
                Optional.empty());
    }

    private static ArmResult arm(ArmRequest arm) {
        LOG.info("arm {}", arm.name());
        double jitter = 1 + ARMS.incrementAndGet() % 7 * .002;
        double seconds = Objects.equals(arm.environment().get("WORKERS"), "4") ? 5 : 10;
        return ArmResult.succeeded(arm.name(), seconds * jitter)
                .digest("-", arm.environment().getOrDefault("RECORDS", ""));
    }
}
