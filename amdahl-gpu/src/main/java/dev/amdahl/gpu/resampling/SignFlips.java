package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceResource;
import java.util.Arrays;

/** Sign-flip counts over 2^k sums for each metric, in slices of metrics. For the thread of its backend. */
abstract class SignFlips implements DeviceResource {
    private static final int MAX_METRICS = 65_535;
    private static final int MAX_LEVELS = 1 << 28;
    private static final double MAX_SUMS = 0x1p30;
    private static final double SHARE_OF_MEMORY = .5;

    private final int tables;
    private final ComputeBackend backend;

    /** @param tables of 2^k entries of eight bytes that are held at a time for each metric; may be 0 */
    SignFlips(ComputeBackend backend, int tables) {
        this.backend = backend;
        this.tables = tables;
    }

    /**
     * The counts of {@link dev.amdahl.spi.experiment.Resampler#signFlipCounts}.
     *
     * @throws dev.amdahl.gpu.DeviceException if the device fails, or has no room for one metric
     */
    public final long[] counts(int[][] levels, int k, long seed) {
        if (k < 1 || k > 24) {
            throw new IllegalArgumentException("k must lie in 1 to 24, was " + k);
        }
        Quantized.check(levels);
        long[] counts = new long[levels.length];
        if (levels.length == 0) {
            return counts;
        }
        if (levels[0].length == 0) {
            Arrays.fill(counts, 1L << k);
            return counts;
        }
        counts(SignCodes.of(levels[0].length, k, lowBits(k), seed), levels, k, counts);
        return counts;
    }

    /**
     * Returns the same over all 2^n sign vectors of n pairs.
     *
     * @param levels by metric and pair, each within plus or minus 2^20; 1 to 24 pairs
     */
    public final long[] exactCounts(int[][] levels) {
        Quantized.check(levels);
        if (levels.length == 0 || levels[0].length < 1 || levels[0].length > 24) {
            throw new IllegalArgumentException("all sign vectors are counted for metrics of 1 to 24 pairs");
        }
        long[] counts = new long[levels.length];
        int k = levels[0].length;
        counts(SignCodes.units(k, lowBits(k)), levels, k, counts);
        return counts;
    }

    private void counts(SignCodes codes, int[][] levels, int k, long[] counts) {
        int[][] ordered = codes.ordered(levels);
        int most = Math.max(1, Math.min(mostMetrics(k), MAX_LEVELS / levels[0].length));
        Slices.run(levels.length, most, (from, to) -> {
            long[] found = slice(codes, Arrays.copyOfRange(ordered, from, to), k);
            System.arraycopy(found, 0, counts, from, found.length);
        });
    }

    private int mostMetrics(int k) {
        if (tables == 0) {
            return MAX_METRICS;
        }
        double room = SHARE_OF_MEMORY * backend.device().memoryBytes() / (tables * Long.BYTES);
        return (int) Math.min(MAX_METRICS, Math.min(room, MAX_SUMS) / (1 << k));
    }

    /** By how many low bits of a code its place within a block is told. */
    abstract int lowBits(int k);

    /** The counts of some metrics, whose levels are in the order of the codes. */
    abstract long[] slice(SignCodes codes, int[][] levels, int k);

    /** Returns how far each metric's sum is from 0. */
    static long[] observed(int[][] levels) {
        return Arrays.stream(Quantized.sums(levels)).map(Math::abs).toArray();
    }
}
