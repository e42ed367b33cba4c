package dev.amdahl.gpu.roofline;

import java.util.Locale;
import java.util.Optional;

/**
 * A kernel under a roofline.
 *
 * @param intensity operations per byte
 * @param attainable most operations per second at this intensity
 * @param flopShare of the arithmetic ceiling that is reached
 * @param byteShare of the memory ceiling that is reached
 * @param gap how many times as long as the floor it takes; below 1 the ceilings or the work are wrong
 * @param isCacheResident whether it may run from the cache, so that nothing is said of memory
 * @param bound what holds it back
 */
public record KernelPoint(
        double intensity,
        double attainable,
        double flopShare,
        double byteShare,
        double gap,
        boolean isCacheResident,
        Bound bound) {
    private static final double IS_USED = .6;
    private static final double IS_IDLE = .3;
    private static final int LAUNCHES = 10;
    private static final double TOLERANCE = .02;

    static KernelPoint of(Ceilings ceilings, Work work, String type, double seconds) {
        if (!(seconds > 0) || Double.isInfinite(seconds)) {
            throw new IllegalArgumentException("a kernel takes more than 0 s, was " + seconds);
        }
        double flopSeconds = work.flops() / ceilings.flopsPerSecond(type);
        double byteSeconds = work.bytes() / ceilings.bytesPerSecond();
        boolean isResident = ceilings.isCacheResident(work);
        double floor = isResident ? flopSeconds : Math.max(flopSeconds, byteSeconds);
        double flopShare = flopSeconds / seconds;
        double byteShare = byteSeconds / seconds;
        return new KernelPoint(
                work.intensity(),
                ceilings.attainable(type, work.intensity()),
                flopShare,
                byteShare,
                floor > 0 ? seconds / floor : Double.POSITIVE_INFINITY,
                isResident,
                bound(flopShare, byteShare, isResident, seconds < LAUNCHES * ceilings.launchSeconds()));
    }

    private static Bound bound(double flopShare, double byteShare, boolean isResident, boolean isShort) {
        boolean isMemory = byteShare > flopShare && !isResident;
        if (isMemory && byteShare >= IS_USED) {
            return Bound.MEMORY;
        }
        if (!isMemory && flopShare >= IS_USED) {
            return Bound.COMPUTE;
        }
        boolean isIdle = flopShare < IS_IDLE && (isResident || byteShare < IS_IDLE);
        return isIdle || isShort ? Bound.LATENCY : Bound.MIXED;
    }

    /**
     * Returns how many times as fast a whole job would be with this kernel at its floor, 1 / (1 - f + f / gap) (G. Amdahl, 1967).
     *
     * @param share f, the kernel's share of the job's seconds
     * @throws IllegalArgumentException if the share is not in [0, 1]
     */
    public double wholeJobGain(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("a share is in [0, 1], was " + share);
        }
        return 1 / (1 - share + share / Math.max(1, gap));
    }

    /** Returns why it cannot be, in words; empty if it can. */
    public Optional<String> impossible() {
        return gap >= 1 - TOLERANCE
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "it takes %.0f %% of the least time under the measured ceilings: the work is declared too large, it ran in"
                                + " the cache, or the ceilings were measured on a slower clock",
                        100 * gap));
    }
}
