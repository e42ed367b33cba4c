package dev.amdahl.core.internal.loop.dispatch;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.job.Accelerators;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is handed to a scheduler. */
record Submission(
        String key,
        String family,
        Accelerators accelerators,
        List<ArmRequest> arms,
        Set<String> avoidedHosts,
        Optional<Set<String>> warmHosts)
        implements TrialRequest {}
