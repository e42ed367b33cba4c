package dev.amdahl.gpu.roofline;

import dev.amdahl.gpu.Device;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a device was seen to reach: the roofline of S. Williams, A. Waterman and D. Patterson (CACM 52(4), 2009) with measured peaks.
 *
 * @param device which one
 * @param measuredAt when
 * @param bytesPerSecond of copies within its memory, read and written
 * @param flopsPerSecond of matrix products by arithmetic, such as {@code fp32}
 * @param launchSeconds of a kernel that does nothing
 */
public record Ceilings(
        Device device,
        Instant measuredAt,
        double bytesPerSecond,
        Map<String, Double> flopsPerSecond,
        double launchSeconds) {

    /** @throws IllegalArgumentException if a ceiling is not above 0, or there is no arithmetic */
    public Ceilings {
        flopsPerSecond = Collections.unmodifiableMap(new TreeMap<>(flopsPerSecond));
        if (!(bytesPerSecond > 0)
                || !(launchSeconds >= 0)
                || flopsPerSecond.isEmpty()
                || !flopsPerSecond.values().stream().allMatch(rate -> rate > 0)) {
            throw new IllegalArgumentException("no ceilings: " + bytesPerSecond + " bytes/s, operations/s "
                    + flopsPerSecond + ", a launch in " + launchSeconds + " s");
        }
    }

    /**
     * Operations per second of an arithmetic.
     *
     * @throws IllegalArgumentException if it was not measured
     */
    public double flopsPerSecond(String type) {
        Double rate = flopsPerSecond.get(type);
        if (rate == null) {
            throw new IllegalArgumentException(
                    "no ceiling of '" + type + "' was measured; there are " + flopsPerSecond.keySet());
        }
        return rate;
    }

    /** Returns the intensity from which arithmetic is the limit, operations per byte. */
    public double ridge(String type) {
        return flopsPerSecond(type) / bytesPerSecond;
    }

    /** Returns the most operations per second at an intensity. */
    public double attainable(String type, double intensity) {
        return Math.min(flopsPerSecond(type), bytesPerSecond * intensity);
    }

    /** Returns the least seconds that work can take. */
    public double floor(String type, Work work) {
        return Math.max(work.bytes() / bytesPerSecond, work.flops() / flopsPerSecond(type));
    }

    /**
     * Returns whether work may stay in the last-level cache between runs, less than half of which it fills: its bytes say nothing of memory
     * then. False where the cache is unknown.
     */
    public boolean isCacheResident(Work work) {
        return 2 * work.bytes() < device.cacheBytes();
    }

    /**
     * Returns where a kernel stands.
     *
     * @param seconds that one run of it takes, above 0
     */
    public KernelPoint place(Work work, String type, double seconds) {
        return KernelPoint.of(this, work, type, seconds);
    }
}
