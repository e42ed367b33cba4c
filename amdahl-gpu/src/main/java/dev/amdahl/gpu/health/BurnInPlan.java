package dev.amdahl.gpu.health;

import dev.amdahl.gpu.Device;
import dev.amdahl.gpu.GemmType;
import java.time.Duration;

/**
 * How much of a burn-in.
 *
 * @param memoryBytes to march over
 * @param copyBytes of one timed copy
 * @param rows of the matrices of the soak
 * @param type its arithmetic
 * @param soak how long it goes on
 * @param seed of what is drawn
 */
public record BurnInPlan(long memoryBytes, long copyBytes, int rows, GemmType<?, ?> type, Duration soak, long seed) {
    /** The most of a device's memory that is marched over. */
    public static final double MAX_MEMORY = .8;

    private static final long MIB = 1L << 20;

    /** @throws IllegalArgumentException if there is nothing to do */
    public BurnInPlan {
        if (memoryBytes < Integer.BYTES || copyBytes < Long.BYTES || rows < 1 || soak.isNegative()) {
            throw new IllegalArgumentException("no burn-in of " + memoryBytes + " bytes, copies of " + copyBytes
                    + " bytes, " + rows + " rows, " + soak);
        }
    }

    /** For an accelerator: most of its memory, and bfloat16, which works it hardest. */
    public static BurnInPlan forAccelerator(Device device, Duration soak, long seed) {
        return new BurnInPlan((long) (MAX_MEMORY * device.memoryBytes()), 1024 * MIB, 8192, GemmType.BF16, soak, seed);
    }

    /** For a processor: a test of the burn-in itself. */
    public static BurnInPlan forProcessor(Duration soak, long seed) {
        return new BurnInPlan(16 * MIB, 32 * MIB, 256, GemmType.FP32, soak, seed);
    }
}
