package dev.amdahl.core.functional;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.schedulers.local.LocalScheduler;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.MetricSpec;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A process that runs a loop on this machine until it is idle: one job, under caps on power that its first argument after the folder names. */
final class CappedLoop {
    private CappedLoop() {}

    /** Arguments: the folder, the seconds of a run, how many more under a cap, the cap. */
    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(arguments[0]);
        String command = "read -r limit <'" + folder + "/bin/limits/a'; sleep " + arguments[1]
                + "; [ \"${limit%.*}\" -ge 600 ] || sleep " + arguments[2];
        JobSpec job = JobSpec.builder("train", List.of("sh", "-c", command))
                .accelerators(new Accelerators("h200", 1))
                .metric(MetricSpec.ACCELERATOR_JOULES)
                .deadline(Duration.ofSeconds(20))
                .levers(List.of(new Lever(
                        "cap",
                        new LeverSetting.PowerCap(),
                        LeverSetting.PowerCap.AS_IT_IS,
                        List.of(arguments[3]),
                        List.of(Bottleneck.PRODUCTIVE),
                        Optional.empty())))
                .build();
        LoopPolicy policy = LoopPolicy.DEFAULT.toBuilder()
                .evidenceRuns(0, Duration.ofDays(14))
                .noise(.05, 0)
                .confirmationPause(Duration.ofMillis(100))
                .powerAllowed(true)
                .build();
        try (Ledger ledger = Ledger.open(folder.resolve("ledger").toString())) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(List.of(job))
                    .scheduler(LocalScheduler.at(folder.resolve("work"), Clock.systemUTC()))
                    .policy(policy)
                    .directory(folder)
                    .build();
            CycleReport report;
            do {
                report = loop.runCycle();
                Thread.sleep(50);
            } while (!report.isIdle());
        }
    }
}
