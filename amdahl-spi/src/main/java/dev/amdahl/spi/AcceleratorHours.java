package dev.amdahl.spi;

import java.time.Duration;

/**
 * Allocated accelerators times hours.
 *
 * @param value hours, finite, not negative
 */
public record AcceleratorHours(double value) implements Comparable<AcceleratorHours> {
    /** Nothing. */
    public static final AcceleratorHours ZERO = new AcceleratorHours(0);

    public AcceleratorHours {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("accelerator-hours must be finite and >= 0, was " + value);
        }
    }

    /** The cost of holding some accelerators for a time. */
    public static AcceleratorHours of(int accelerators, Duration held) {
        return ofSeconds((double) accelerators * held.toNanos() / 1e9);
    }

    /** From accelerator-seconds. */
    public static AcceleratorHours ofSeconds(double acceleratorSeconds) {
        return new AcceleratorHours(acceleratorSeconds / 3600);
    }

    /** Returns the sum. */
    public AcceleratorHours plus(AcceleratorHours other) {
        return new AcceleratorHours(value + other.value);
    }

    @Override
    public int compareTo(AcceleratorHours other) {
        return Double.compare(value, other.value);
    }
}
