package dev.amdahl.gpu.kernel;

import dev.amdahl.gpu.health.DeviceConditions;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * One timed block of a comparison.
 *
 * @param baselineSeconds of one launch, the mean of two
 * @param candidateSeconds of one launch, the mean of two
 * @param measured how often it was measured; the last one counts
 * @param conditions of the device meanwhile
 */
public record TimedBlock(double baselineSeconds, double candidateSeconds, int measured, DeviceConditions conditions) {
    private static final double STEADY = .05;

    /** Watches a device while a block is timed; what it returns ends that. Implementations are thread-safe. */
    @FunctionalInterface
    public interface Watch {
        /** Sees nothing. */
        Watch NONE = () -> () -> DeviceConditions.UNKNOWN;

        Supplier<DeviceConditions> begin();
    }

    /** Returns the clock that is usual in these blocks; empty where none is known. */
    static OptionalDouble usualMhz(List<TimedBlock> blocks) {
        double[] clocks = blocks.stream()
                .flatMapToDouble(block -> block.conditions.smMhz().stream())
                .sorted()
                .toArray();
        return clocks.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(clocks[clocks.length / 2]);
    }

    /** Returns whether nothing slowed the device, and its clock was within a twentieth of the usual one. */
    boolean isSteady(OptionalDouble usualMhz) {
        double usual = usualMhz.orElse(0);
        return !conditions.isHot()
                && !conditions.isBraked()
                && Math.abs(conditions.smMhz().orElse(usual) - usual) <= STEADY * usual;
    }
}
