package dev.amdahl.core.stats.resample;

import dev.amdahl.core.internal.stats.FixedPoint;
import dev.amdahl.core.internal.stats.FlipWorkspace;
import dev.amdahl.core.internal.stats.Levels;
import dev.amdahl.core.internal.stats.SubgroupSums;
import dev.amdahl.spi.experiment.Resampler;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts on the processor's cores, one metric at a time on each; all sums are exact, so the number of threads cannot
 * change a count. Thread-safe. Its threads are daemons that end when idle.
 */
public final class CpuResampler implements Resampler {
    private final int parallelism;
    private final ForkJoinPool pool;

    /**
     * Returns a resampler of its own threads.
     *
     * @throws IllegalArgumentException if parallelism is not positive
     */
    public CpuResampler(int parallelism) {
        if (parallelism < 1) {
            throw new IllegalArgumentException("parallelism must be at least 1, was " + parallelism);
        }
        this.parallelism = parallelism;
        this.pool = new ForkJoinPool(parallelism);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if metrics differ in their number of pairs, a level lies beyond 2^20 in magnitude, naming its
     *     place, or k is not in 1 to 24
     */
    @Override
    public long[] signFlipCounts(int[][] quantised, int k, long seed) {
        SubgroupSums.requireBits(k);
        check(quantised);
        long[] counts = new long[quantised.length];
        if (counts.length == 0) {
            return counts;
        }
        int[] codes = SubgroupSums.randomCodes(quantised[0].length, k, seed);
        int workers = Math.min(parallelism, counts.length);
        if (workers == 1) {
            countFrom(new AtomicInteger(), quantised, codes, k, counts);
        } else {
            pool.invoke(new Counting(workers, new AtomicInteger(), quantised, codes, k, counts));
        }
        return counts;
    }

    private static void check(int[][] quantised) {
        for (int metric = 0; metric < quantised.length; metric++) {
            int[] row = quantised[metric];
            if (row.length != quantised[0].length) {
                throw new IllegalArgumentException("metric " + metric + " has " + row.length + " pairs, metric 0 has "
                        + quantised[0].length + "; every metric needs every pair");
            }
            for (int pair = 0; pair < row.length; pair++) {
                if (row[pair] > Levels.MAX || row[pair] < -Levels.MAX) {
                    throw new IllegalArgumentException("metric " + metric + ", pair " + pair
                            + ": level must lie within ±2^20, was " + row[pair] + "; scale the metric down");
                }
            }
        }
    }

    /** Takes metrics until none is left. */
    private static void countFrom(AtomicInteger next, int[][] quantised, int[] codes, int k, long[] counts) {
        SubgroupSums sums = FlipWorkspace.ofThread(k).sums();
        for (int metric = next.getAndIncrement(); metric < counts.length; metric = next.getAndIncrement()) {
            sums.fill(FixedPoint.ofLevels(quantised[metric]).units(), codes);
            counts[metric] = sums.countMagnitudeAtLeast(Math.abs(sums.identity()));
        }
    }

    /** Workers that share one counter of metrics. */
    private static final class Counting extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        private final int workers;
        private final AtomicInteger next;
        private final transient int[][] quantised;
        private final transient int[] codes;
        private final int k;
        private final transient long[] counts;

        Counting(int workers, AtomicInteger next, int[][] quantised, int[] codes, int k, long[] counts) {
            this.workers = workers;
            this.next = next;
            this.quantised = quantised;
            this.codes = codes;
            this.k = k;
            this.counts = counts;
        }

        @Override
        protected void compute() {
            if (workers == 1) {
                countFrom(next, quantised, codes, k, counts);
            } else {
                invokeAll(
                        new Counting(workers / 2, next, quantised, codes, k, counts),
                        new Counting(workers - workers / 2, next, quantised, codes, k, counts));
            }
        }
    }
}
