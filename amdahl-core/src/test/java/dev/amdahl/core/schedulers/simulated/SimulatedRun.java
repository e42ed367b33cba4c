package dev.amdahl.core.schedulers.simulated;

import dev.amdahl.spi.experiment.ArmResult;
import java.time.Duration;
import java.util.List;

/**
 * What a submission turns out to be.
 *
 * @param host where it runs
 * @param arms what is measured, in order of running; none if the infrastructure fails
 * @param queued how long it waits
 * @param runs how long it then runs
 */
public record SimulatedRun(String host, List<ArmResult> arms, Duration queued, Duration runs) {
    /** Copies the list. */
    public SimulatedRun {
        arms = List.copyOf(arms);
    }

    boolean isLost() {
        return arms.isEmpty();
    }
}
