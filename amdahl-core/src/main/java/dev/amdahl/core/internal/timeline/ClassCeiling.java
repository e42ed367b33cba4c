package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.Set;

/**
 * What removing classes whole would bring at most, in both views.
 *
 * @param classes one class, or a set taken together
 * @param acceleratorSeconds their accelerator-seconds; for re-label classes without counters an upper bound
 * @param acceleratorShare their share of the allocated accelerator-seconds
 * @param wallShare their share of the wall, queue included
 * @param acceleratorCeiling speed-up of the accelerator-hours; infinite at share 1
 * @param wallCeiling speed-up of the wall; infinite at share 1
 */
public record ClassCeiling(
        Set<Bottleneck> classes,
        double acceleratorSeconds,
        double acceleratorShare,
        double wallShare,
        double acceleratorCeiling,
        double wallCeiling) {
    public ClassCeiling {
        classes = Set.copyOf(classes);
    }
}
