package dev.amdahl.gpu.health;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Pattern;
import dev.amdahl.gpu.PatternCheck;
import java.util.Arrays;

/**
 * How fast bytes move from one device of a host to another. What arrives must be what was sent, in every word.
 *
 * @param bytes of one copy, at least 8
 * @param repetitions timed copies, of which the median counts, at least 1
 * @param seed of what is sent
 */
record LinkRates(long bytes, int repetitions, long seed) {
    private static final int UNWRITTEN = 0x55555555;

    /**
     * One direction of one pair.
     *
     * @param isPeer whether it goes directly, not through the host
     * @param wrong words that arrived as others
     */
    record Link(double bytesPerSecond, boolean isPeer, long wrong) {}

    Link measure(ComputeBackend from, ComputeBackend to) {
        long words = bytes / Long.BYTES;
        Pattern sent = new Pattern.Drawn(seed);
        try (DeviceBuffer<long[]> source = from.allocate(ElementType.INT64, words);
                DeviceBuffer<long[]> target = to.allocate(ElementType.INT64, words)) {
            from.fill(source, sent);
            from.synchronize();
            to.fill(target, new Pattern.Constant(UNWRITTEN));
            double[] seconds = new double[1 + repetitions];
            Arrays.setAll(seconds, i -> to.seconds(() -> to.copy(from, source, target)));
            Arrays.sort(seconds, 1, seconds.length);
            PatternCheck arrived = to.check(target, sent);
            return new Link(source.bytes() / seconds[1 + repetitions / 2], to.isPeer(from), arrived.mismatches());
        }
    }
}
