package dev.amdahl.examples.embed;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The loop on a queue of one's own: it submits trials there, and learns from there what else runs. */
public final class QueueHost {
    private QueueHost() {}

    public static void main(String[] args) throws InterruptedException {
        Path folder = Path.of(args.length > 0 ? args[0] : ".");
        Clock clock = Clock.systemUTC();
        JobQueue queue = new JobQueue(folder, 1, clock);
        try (Ledger ledger = Ledger.open(folder.resolve("amdahl").toString())) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(List.of(NightlySum.job()))
                    .scheduler(new QueueScheduler(queue, folder, clock))
                    .fleet(new QueueFleetSource(queue, "cpu"))
                    .listener(new VerdictLog())
                    .build();
            CycleReport report = loop.runCycle();
            while (!report.isIdle()) {
                loop.await(Duration.ofMillis(100));
                report = loop.runCycle();
            }
        }
    }
}
