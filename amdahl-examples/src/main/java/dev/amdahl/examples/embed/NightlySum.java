package dev.amdahl.examples.embed;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.OutputRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A recurring job, and what may be changed about it. */
public final class NightlySum {
    private NightlySum() {}

    /** Writes numbers, sorts them, and adds them up; halving them is faster, and wrong. */
    public static JobSpec job() {
        return JobSpec.builder("nightly-sum", List.of("sh", "-c", "seq \"$RECORDS\" | sort | sha256sum"))
                .environment(Map.of("RECORDS", "20000"))
                .outputs(List.of(new OutputRule("-", new OutputRule.Exact())))
                .levers(List.of(new Lever(
                        "records",
                        new LeverSetting.Environment("RECORDS"),
                        "20000",
                        List.of("10000"),
                        List.of(Bottleneck.HOST_SERIAL),
                        Optional.empty())))
                .build();
    }

    /** Returns the loop over it. */
    public static AmdahlLoop loop(Ledger ledger, Scheduler scheduler) {
        return AmdahlLoop.builder(ledger)
                .jobs(List.of(job()))
                .scheduler(scheduler)
                .listener(new VerdictLog())
                .build();
    }
}
