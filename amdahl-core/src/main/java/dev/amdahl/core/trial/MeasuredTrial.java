package dev.amdahl.core.trial;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A result as its document tells it. */
record MeasuredTrial(
        String key, String host, List<ArmResult> arms, Optional<String> voidReason, OptionalDouble heldSeconds)
        implements TrialResult {
    MeasuredTrial {
        arms = List.copyOf(arms);
    }
}
