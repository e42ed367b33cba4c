package dev.amdahl.core.internal.capacity;

import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.OptionalDouble;

/**
 * Two workloads that might share accelerators, since they wait for different things. A candidate for an experiment and nothing else:
 * it has no saving until an interference A/B has shown one, and no account counts it before.
 *
 * @param first one family
 * @param second the other
 * @param firstLimit what the first spends most on
 * @param secondLimit what the second spends most on
 * @param memoryShare share of an accelerator's memory that both use together
 * @param slowdownBound each would become slower at least by this factor, 1 if nothing collides
 * @param gainBound share of their accelerator-hours that sharing could give back at most, 0 to .5: 1 - slowdown / 2
 * @param hoursBound the same in accelerator-hours of what the fleet saw; empty without a fleet
 * @param plan the experiment that has to come first
 */
public record CoLocation(
        String first,
        String second,
        Bottleneck firstLimit,
        Bottleneck secondLimit,
        double memoryShare,
        double slowdownBound,
        double gainBound,
        OptionalDouble hoursBound,
        InterferencePlan plan) {
    /** Said wherever a candidate is shown. */
    public static final String CLAIM = "an interference A/B is required before any claim";
}
