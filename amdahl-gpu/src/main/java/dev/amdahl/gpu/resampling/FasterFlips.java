package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceResource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;

/** Which way to count sign flips a device is faster at, by measuring: butterflies, or products with Hadamard matrices. */
final class FasterFlips {
    private static final int BITS = 17;
    private static final int METRICS = 2;
    private static final int PAIRS = 64;

    private FasterFlips() {}

    /** Opens both, times the second turn of each, and closes the slower. */
    static SignFlips of(ComputeBackend backend, LongSupplier nanos) {
        List<SignFlips> ways = new ArrayList<>();
        try {
            ways.add(new SignFlipTransform(backend));
            ways.add(new HadamardProducts(backend));
            List<Long> times = ways.stream().map(way -> nanos(way, nanos)).toList();
            SignFlips faster = ways.remove(times.indexOf(Collections.min(times)));
            DeviceResource.closeAll(ways);
            return faster;
        } catch (RuntimeException failed) {
            try {
                DeviceResource.closeAll(ways);
            } catch (RuntimeException further) {
                failed.addSuppressed(further);
            }
            throw failed;
        }
    }

    private static long nanos(SignFlips way, LongSupplier nanos) {
        int[][] levels = new int[METRICS][PAIRS];
        way.counts(levels, BITS, 1);
        long begun = nanos.getAsLong();
        way.counts(levels, BITS, 2);
        return nanos.getAsLong() - begun;
    }
}
