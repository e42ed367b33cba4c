package dev.amdahl.core.internal.timeline.roofline;

import dev.amdahl.spi.hypothesis.Bottleneck;

/**
 * The two peaks of a device, as declared, and what follows from them. After Williams, Waterman and Patterson, CACM 52(4), 2009.
 *
 * @param name the device and the precision that the peaks are declared for
 * @param flopsPerSecond arithmetic peak
 * @param bytesPerSecond memory peak
 * @param density whether the arithmetic peak counts the operations of structured sparsity that are never done
 */
public record Roofline(String name, double flopsPerSecond, double bytesPerSecond, Density density) {
    private static final double SPARSE_FACTOR = 2;

    /** What an arithmetic peak counts. */
    public enum Density {
        /** Operations that are done. */
        DENSE,
        /** Twice as many, for matrices with two of four elements zero. */
        SPARSE
    }

    public Roofline {
        if (!(flopsPerSecond > 0 && bytesPerSecond > 0)
                || Double.isInfinite(flopsPerSecond)
                || Double.isInfinite(bytesPerSecond)) {
            throw new IllegalArgumentException(
                    name + " needs peaks above 0, were " + flopsPerSecond + " and " + bytesPerSecond);
        }
    }

    /** Returns the same device by its peak for dense work. */
    public Roofline dense() {
        return density == Density.DENSE
                ? this
                : new Roofline(name, flopsPerSecond / SPARSE_FACTOR, bytesPerSecond, Density.DENSE);
    }

    /** Returns the intensity from which arithmetic is the limit, operations per byte. */
    public double ridge() {
        return flopsPerSecond / bytesPerSecond;
    }

    /** Returns the highest rate at an intensity, operations per second. */
    public double attainable(double intensity) {
        return Math.min(flopsPerSecond, intensity * bytesPerSecond);
    }

    /** Returns the least time that work can take, seconds. */
    public double leastSeconds(Workload work) {
        return Math.max(work.flops() / flopsPerSecond, work.bytes() / bytesPerSecond);
    }

    /** Returns which peak is the limit of some work. */
    public Bottleneck bound(Workload work) {
        return work.intensity() >= ridge() ? Bottleneck.COMPUTE_BOUND : Bottleneck.MEMORY_BOUND;
    }

    /**
     * Returns where measured work stands.
     *
     * @param seconds it took, above 0
     */
    public RooflinePoint point(Workload work, double seconds) {
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("work takes more than 0 s, was " + seconds);
        }
        return new RooflinePoint(
                work.intensity(),
                ridge(),
                attainable(work.intensity()),
                work.flops() / seconds,
                leastSeconds(work) / seconds,
                bound(work));
    }
}
