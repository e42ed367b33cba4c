package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sign-flip counts of many metrics by one Walsh-Hadamard transform each. The table is written once for the low ten bits, read once for
 * the next ten with the counts taken on the way, and read and written once more where k is above 20: 16 bytes of traffic a sum, or 32.
 * For the thread of its backend.
 */
public final class SignFlipTransform implements AutoCloseable {
    private static final int THREADS = 256;
    private static final int COLUMNS = 8;
    private static final int MOST_STAGES = 10;
    private static final int MOST_METRICS = 65_535;
    private static final double MOST_SUMS = 0x1p30;
    private static final double SHARE_OF_MEMORY = .5;

    private final ComputeBackend backend;
    private final Kernel scatterLow;
    private final Kernel middleBits;
    private final Kernel countHigh;

    /** Compiles the kernels. */
    public SignFlipTransform(ComputeBackend backend) {
        this.backend = backend;
        this.scatterLow = backend.compile(TransformTwins.SCATTER_LOW);
        this.middleBits = backend.compile(TransformTwins.MIDDLE_BITS);
        this.countHigh = backend.compile(TransformTwins.COUNT_HIGH);
    }

    /**
     * The counts of {@link dev.amdahl.spi.experiment.Resampler#signFlipCounts}.
     *
     * @throws dev.amdahl.gpu.DeviceException if the device fails, or has no room for one metric
     */
    public long[] counts(int[][] levels, int k, long seed) {
        if (k < 1 || k > 24) {
            throw new IllegalArgumentException("k must lie in 1 to 24, was " + k);
        }
        Quantised.check(levels);
        long[] counts = new long[levels.length];
        if (levels.length == 0) {
            return counts;
        }
        if (levels[0].length == 0) {
            Arrays.fill(counts, 1L << k);
            return counts;
        }
        counts(SignCodes.of(levels[0].length, k, low(k), seed), levels, k, counts);
        return counts;
    }

    /**
     * The same over all 2^n sign vectors of n pairs.
     *
     * @param levels by metric and pair, each within plus or minus 2^20; 1 to 24 pairs
     */
    public long[] exactCounts(int[][] levels) {
        Quantised.check(levels);
        if (levels.length == 0 || levels[0].length < 1 || levels[0].length > 24) {
            throw new IllegalArgumentException("all sign vectors are counted for metrics of 1 to 24 pairs");
        }
        long[] counts = new long[levels.length];
        int k = levels[0].length;
        counts(SignCodes.units(k, low(k)), levels, k, counts);
        return counts;
    }

    private static int low(int k) {
        return Math.min(k, TransformTwins.LOW_BITS);
    }

    private void counts(SignCodes codes, int[][] levels, int k, long[] counts) {
        int[][] ordered = codes.ordered(levels);
        Slices.run(levels.length, mostMetrics(k), (from, to) -> slice(codes, ordered, k, from, to, counts));
    }

    private int mostMetrics(int k) {
        double room = SHARE_OF_MEMORY * backend.device().memoryBytes() / Long.BYTES;
        return (int) Math.min(MOST_METRICS, Math.min(room, MOST_SUMS) / (1 << k));
    }

    private void slice(SignCodes codes, int[][] levels, int k, int from, int to, long[] counts) {
        int metrics = to - from;
        long[] observed = Arrays.stream(Quantised.sums(Arrays.copyOfRange(levels, from, to)))
                .map(Math::abs)
                .toArray();
        try (DeviceBuffer<int[]> rows = backend.allocate(ElementType.INT32, Quantised.flat(levels, from, to));
                DeviceBuffer<int[]> code = backend.allocate(ElementType.INT32, codes.codes());
                DeviceBuffer<int[]> starts = backend.allocate(ElementType.INT32, codes.starts());
                DeviceBuffer<long[]> bounds = backend.allocate(ElementType.INT64, observed);
                DeviceBuffer<long[]> found = backend.allocate(ElementType.INT64, new long[metrics]);
                DeviceBuffer<long[]> table = backend.allocate(ElementType.INT64, (long) metrics << k)) {
            int low = low(k);
            scatterLow.launch(
                    new Grid(1 << (k - low), metrics, THREADS, 1, 0),
                    KernelArgument.of(rows),
                    KernelArgument.of(code),
                    KernelArgument.of(starts),
                    KernelArgument.of(levels[0].length),
                    KernelArgument.of(k),
                    KernelArgument.of(table));
            while (k - low > MOST_STAGES) {
                int bits = (k - low + 1) / 2;
                middleBits.launch(grid(metrics, k, low, bits), arguments(table, k, low, bits));
                low += bits;
            }
            int bits = k - low;
            countHigh.launch(
                    grid(metrics, k, low, bits),
                    arguments(table, k, low, bits, KernelArgument.of(bounds), KernelArgument.of(found)));
            System.arraycopy(found.download(), 0, counts, from, metrics);
        }
    }

    private static int columns(int low) {
        return Math.min(COLUMNS, 1 << low);
    }

    private static Grid grid(int metrics, int k, int low, int bits) {
        int entries = columns(low) << bits;
        return new Grid((1 << k) / entries, metrics, THREADS, 1, entries * Long.BYTES);
    }

    private static KernelArgument[] arguments(
            DeviceBuffer<long[]> table, int k, int low, int bits, KernelArgument... further) {
        List<KernelArgument> arguments = new ArrayList<>(List.of(
                KernelArgument.of(table),
                KernelArgument.of(k),
                KernelArgument.of(low),
                KernelArgument.of(bits),
                KernelArgument.of(columns(low))));
        arguments.addAll(List.of(further));
        return arguments.toArray(new KernelArgument[0]);
    }

    @Override
    public void close() {
        scatterLow.close();
        middleBits.close();
        countHigh.close();
    }
}
