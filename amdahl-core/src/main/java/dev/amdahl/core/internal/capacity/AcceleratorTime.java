package dev.amdahl.core.internal.capacity;

import java.math.BigInteger;
import java.util.EnumMap;
import java.util.Map;

/** Accelerator-nanoseconds by part, exact whatever the size of a fleet. Immutable. */
public final class AcceleratorTime {
    /** Nothing. */
    public static final AcceleratorTime NONE = new AcceleratorTime(new EnumMap<>(TimeBucket.class));

    private static final double NANOS_PER_HOUR = 3600e9;

    private final EnumMap<TimeBucket, BigInteger> parts;

    AcceleratorTime(Map<TimeBucket, BigInteger> parts) {
        this.parts = new EnumMap<>(TimeBucket.class);
        this.parts.putAll(parts);
    }

    /** Accelerator-nanoseconds of a part. */
    public BigInteger nanos(TimeBucket part) {
        return parts.getOrDefault(part, BigInteger.ZERO);
    }

    /** Returns all that was allocated, in accelerator-nanoseconds: the sum of the parts. */
    public BigInteger allocatedNanos() {
        return parts.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** Accelerator-hours of a part. */
    public double hours(TimeBucket part) {
        return nanos(part).doubleValue() / NANOS_PER_HOUR;
    }

    /** Accelerator-hours that were allocated. */
    public double allocatedHours() {
        return allocatedNanos().doubleValue() / NANOS_PER_HOUR;
    }

    /** Returns both together. */
    public AcceleratorTime plus(AcceleratorTime other) {
        EnumMap<TimeBucket, BigInteger> sum = new EnumMap<>(parts);
        other.parts.forEach((part, nanos) -> sum.merge(part, nanos, BigInteger::add));
        return new AcceleratorTime(sum);
    }
}
