package dev.amdahl.spi.contract;

import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.job.Accelerators;
import java.time.Duration;
import java.util.List;

/** A trial of two arms of the same command. */
record ContractTrial(String key, List<String> command) implements TrialRequest {
    @Override
    public String family() {
        return "contract";
    }

    @Override
    public Accelerators accelerators() {
        return new Accelerators("none", 1);
    }

    @Override
    public List<ArmRequest> arms() {
        return List.of(arm("a"), arm("b"));
    }

    private ArmRequest arm(String name) {
        return ArmPlan.of(name, command, Duration.ofMinutes(2), 1 << 16);
    }
}
