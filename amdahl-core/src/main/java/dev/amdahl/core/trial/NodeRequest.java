package dev.amdahl.core.trial;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.job.Accelerators;
import java.util.List;

/** A request read back from its folder. */
record NodeRequest(String key, String family, Accelerators accelerators, List<ArmRequest> arms)
        implements TrialRequest {
    NodeRequest {
        arms = List.copyOf(arms);
    }
}
