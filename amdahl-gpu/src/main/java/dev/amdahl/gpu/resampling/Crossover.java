package dev.amdahl.gpu.resampling;

import dev.amdahl.spi.experiment.Resampler;
import java.util.function.LongSupplier;

/**
 * Which of two resamplers is the faster for a size, by what both were measured to take.
 *
 * @param fixedSeconds what the device takes for next to nothing
 * @param deviceSeconds what it takes more for each sum
 * @param processorSeconds what the processor takes for each sum
 */
record Crossover(double fixedSeconds, double deviceSeconds, double processorSeconds) {
    private static final int SMALL_BITS = 4;
    private static final int LARGE_BITS = 17;
    private static final int PROCESSOR_BITS = 15;
    private static final int METRICS = 16;
    private static final int PAIRS = 64;
    private static final int TURNS = 3;
    private static final double NANOS = 1e-9;

    /** Returns whether so many sums are for the device. */
    boolean isForDevice(long sums) {
        return onDevice(sums) < processorSeconds * sums;
    }

    /** Returns the seconds that the device takes for so many sums. */
    double onDevice(long sums) {
        return fixedSeconds + deviceSeconds * sums;
    }

    /**
     * Measures both, each the best of three after a warm-up; a device that fails is never the faster.
     *
     * @param nanos a clock such as {@link System#nanoTime}
     */
    static Crossover measured(Resampler device, Resampler processor, LongSupplier nanos) {
        double fixed = best(device, SMALL_BITS, nanos);
        double large = best(device, LARGE_BITS, nanos);
        double small = best(processor, PROCESSOR_BITS, nanos);
        return new Crossover(
                fixed,
                Math.max(0, large - fixed) / ((long) METRICS << LARGE_BITS),
                small / ((long) METRICS << PROCESSOR_BITS));
    }

    private static double best(Resampler resampler, int k, LongSupplier nanos) {
        int[][] levels = new int[METRICS][PAIRS];
        for (int metric = 0; metric < METRICS; metric++) {
            for (int pair = 0; pair < PAIRS; pair++) {
                levels[metric][pair] = (metric + 1) * (pair % 7 - 3);
            }
        }
        double best = Double.POSITIVE_INFINITY;
        for (int turn = 0; turn <= TURNS; turn++) {
            long start = nanos.getAsLong();
            long[] counts = resampler.signFlipCounts(levels, k, turn);
            double seconds = (nanos.getAsLong() - start) * NANOS;
            if (turn > 0 && counts.length == METRICS) {
                best = Math.min(best, seconds);
            }
        }
        return best;
    }
}
