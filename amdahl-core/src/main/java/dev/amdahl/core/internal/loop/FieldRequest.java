package dev.amdahl.core.internal.loop;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.job.Accelerators;
import java.util.List;
import java.util.Set;

/**
 * A pair whose halves are two runs that the host schedules.
 *
 * @param arms in the order in which runs take them
 * @param between how many runs without any change come after them, so that the others stay the share that they may be
 * @param variables names that an arm sets and another one may not
 */
public record FieldRequest(
        String key, String family, Accelerators accelerators, List<ArmRequest> arms, int between, Set<String> variables)
        implements TrialRequest {
    public FieldRequest {
        arms = List.copyOf(arms);
        variables = Set.copyOf(variables);
    }

    /** Returns how many runs without a change a pair is followed by, so that runs with one are that share at most. */
    public static int between(double share) {
        return (int) Math.ceil(1 / share - 1e-9) - 2;
    }
}
