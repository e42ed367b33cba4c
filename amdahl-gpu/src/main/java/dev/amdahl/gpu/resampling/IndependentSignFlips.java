package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.TwinArguments;
import dev.amdahl.spi.experiment.Philox;

/**
 * Sign-flip counts under independent signs, drawn where they are used: nothing but counts is written. Bit i % 128 of Philox4x32-10 with
 * the seed as key at counter (resample, i / 128, stream, 0) turns pair i. For the thread of its backend.
 */
public final class IndependentSignFlips implements DeviceResource {
    static final KernelSource SOURCE = KernelSource.ofResource(
                    IndependentSignFlips.class, "independent.cu", "independentFlips")
            .after(KernelSource.philox())
            .withTwin(IndependentSignFlips::twin);

    private static final int THREADS = 256;
    private static final int METRICS = 8;
    private static final int PAIRS = 128;
    private static final long LAUNCH = 1L << 28;
    private static final long MAX_RESAMPLES = 1L << 32;

    private final ComputeBackend backend;
    private final Kernel kernel;

    /** Compiles the kernel. */
    public IndependentSignFlips(ComputeBackend backend) {
        this.backend = backend;
        this.kernel = backend.compile(SOURCE);
    }

    /**
     * For each metric, how many resamples give a sum at least as far from 0 as the observed one; the p-value is (1 + count) /
     * (resamples + 1).
     *
     * @param levels by metric and pair, each within plus or minus 2^20
     * @param resamples 1 to 2^32
     * @throws IllegalArgumentException if metrics differ in their number of pairs, there is no pair, or a number is out of range
     */
    public long[] counts(int[][] levels, long resamples, long seed, int stream) {
        if (resamples < 1 || resamples > MAX_RESAMPLES) {
            throw new IllegalArgumentException("resamples must lie in 1 to 2^32, was " + resamples);
        }
        Quantized.check(levels);
        if (levels.length == 0 || levels[0].length == 0) {
            throw new IllegalArgumentException("at least one metric of one pair is needed");
        }
        int metrics = levels.length;
        try (DeviceBuffer<int[]> rows = backend.allocate(ElementType.INT32, Quantized.flat(levels, 0, metrics));
                DeviceBuffer<long[]> sums = backend.allocate(ElementType.INT64, Quantized.sums(levels));
                DeviceBuffer<long[]> counts = backend.allocate(ElementType.INT64, new long[metrics])) {
            for (long first = 0; first < resamples; first += LAUNCH) {
                long count = Math.min(LAUNCH, resamples - first);
                kernel.launch(
                        new Grid(
                                (int) ((count + THREADS - 1) / THREADS),
                                (metrics + METRICS - 1) / METRICS,
                                THREADS,
                                1,
                                0),
                        KernelArgument.of(rows),
                        KernelArgument.of(levels[0].length),
                        KernelArgument.of(metrics),
                        KernelArgument.of(first),
                        KernelArgument.of(count),
                        KernelArgument.of(seed),
                        KernelArgument.of(stream),
                        KernelArgument.of(sums),
                        KernelArgument.of(counts));
            }
            return counts.download();
        }
    }

    private static void twin(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        int[] levels = arguments.ints(0);
        int pairs = arguments.int32(1);
        long[] sums = arguments.longs(7);
        int[] words = new int[4];
        int last = Math.min(arguments.int32(2), (blockY + 1) * METRICS);
        for (int thread = 0; thread < grid.threadsX(); thread++) {
            long resample = (long) blockX * grid.threadsX() + thread;
            if (resample >= arguments.int64(4)) {
                return;
            }
            long[] turned = new long[METRICS];
            for (int i = 0; i < pairs; i++) {
                if (i % PAIRS == 0) {
                    words[0] = (int) (arguments.int64(3) + resample);
                    words[1] = i / PAIRS;
                    words[2] = arguments.int32(6);
                    words[3] = 0;
                    Philox.draw(arguments.int64(5), words);
                }
                int mask = -((words[i / 32 % 4] >>> (i % 32)) & 1);
                for (int q = blockY * METRICS; q < last; q++) {
                    turned[q % METRICS] += levels[q * pairs + i] & mask;
                }
            }
            for (int q = blockY * METRICS; q < last; q++) {
                if (Math.abs(sums[q] - 2 * turned[q % METRICS]) >= Math.abs(sums[q])) {
                    AtomicCounts.add(arguments.longs(8), q, 1);
                }
            }
        }
    }

    @Override
    public void close() {
        kernel.close();
    }
}
