package dev.amdahl.spi.experiment;

/** Counts resampled statistics over a pairs-by-metrics matrix; equal counts on every backend. Implementations are thread-safe. */
public interface Resampler {

    /**
     * Sign-flip counts: for each metric, how many of {@code 2^k} sign patterns give a sum at least as far from 0 as the observed one.
     * Pattern codes are the low {@code k} bits of Philox4x32-10 with the seed as key.
     *
     * @param quantised levels by metric and pair, each within plus or minus 2^20
     * @param k log2 of the number of patterns, 1 to 24
     * @param seed the generator's key
     * @return one count per metric, at least 1
     * @throws IllegalArgumentException if metrics differ in their number of pairs, a level lies beyond 2^20 in magnitude, naming metric
     *     and pair, or k is out of range
     */
    long[] signFlipCounts(int[][] quantised, int k, long seed);
}
