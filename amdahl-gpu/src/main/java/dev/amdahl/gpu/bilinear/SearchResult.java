package dev.amdahl.gpu.bilinear;

import java.time.Duration;

/**
 * What a search found.
 *
 * @param best of the lowest rank seen; exact
 * @param flips of all walks
 * @param elapsed wall time
 * @param foundAfter wall time until the best was there
 */
public record SearchResult(Scheme best, long flips, Duration elapsed, Duration foundAfter) {
    /** Of all walks together. */
    public double flipsPerSecond() {
        return flips / Math.max(1e-9, elapsed.toNanos() * 1e-9);
    }
}
