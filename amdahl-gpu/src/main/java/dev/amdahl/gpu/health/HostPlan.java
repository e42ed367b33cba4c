package dev.amdahl.gpu.health;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How much of a burn-in of a host.
 *
 * @param backend the name of what opens its devices, or {@code auto}
 * @param soak how long each device is soaked
 * @param limit after which a phase counts as hanging
 * @param seed of what is drawn
 * @param peaks declared ones instead of those of the table: TFLOP/s by arithmetic, GB/s of a {@code link}
 * @param expected how many devices the host has; fewer are a fault
 */
public record HostPlan(
        String backend, Duration soak, Duration limit, long seed, Map<String, Double> peaks, OptionalInt expected) {
    public HostPlan {
        peaks = Map.copyOf(peaks);
    }
}
