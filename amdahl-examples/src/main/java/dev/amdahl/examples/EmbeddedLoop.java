package dev.amdahl.examples;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.FleetSource;
import java.util.List;

/** The loop inside a host's own program: call it from a timer, kill it whenever you like. Thread-safe. */
public final class EmbeddedLoop {
    private final Scheduler myScheduler;
    private final FleetSource myFleet;
    private final PromotionGate myGate;

    /** Returns what the host brings: how trials run, what ran, and how people are asked. */
    public EmbeddedLoop(Scheduler myScheduler, FleetSource myFleet, PromotionGate myGate) {
        this.myScheduler = myScheduler;
        this.myFleet = myFleet;
        this.myGate = myGate;
    }

    /** Returns one cycle over the ledger at that place. */
    public CycleReport cycle(String ledgerUrl, List<JobSpec> jobs) {
        try (Ledger ledger = Ledger.open(ledgerUrl)) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(jobs)
                    .fleet(myFleet)
                    .scheduler(myScheduler)
                    .gate(myGate)
                    .budget(Budget.acceleratorHours(40))
                    .build();
            return loop.runCycle();
        }
    }
}
