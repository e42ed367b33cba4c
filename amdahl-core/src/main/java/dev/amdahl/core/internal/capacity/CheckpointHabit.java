package dev.amdahl.core.internal.capacity;

import java.util.OptionalDouble;

/**
 * How a job wrote its checkpoints.
 *
 * @param checkpoints durable ones
 * @param writeSeconds mean time it stood still for one; empty if that was never logged
 * @param intervalSeconds mean time of steps between two; empty without checkpoints
 * @param failures failures it went through
 */
public record CheckpointHabit(
        int checkpoints, OptionalDouble writeSeconds, OptionalDouble intervalSeconds, int failures) {}
