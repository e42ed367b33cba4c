package dev.amdahl.core.schedulers.trial;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.TrialResult;
import java.util.List;
import java.util.Optional;

/** A result as its document tells it. Immutable. */
record MeasuredTrial(String key, String host, List<ArmResult> arms, Optional<String> voidReason)
        implements TrialResult {
    MeasuredTrial {
        arms = List.copyOf(arms);
    }
}
