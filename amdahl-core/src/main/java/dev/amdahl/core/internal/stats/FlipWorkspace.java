package dev.amdahl.core.internal.stats;

import java.lang.ref.SoftReference;

/**
 * The tables of one thread for one number of bits, kept softly between calls so that no call allocates by the number of
 * resamples: at most three times 2^(k+3) bytes a thread, each part made when first needed. Mutable, for one thread at a time;
 * whoever takes it may call nothing that takes it too while it is in use.
 */
public final class FlipWorkspace {
    private static final ThreadLocal<SoftReference<FlipWorkspace>[]> KEPT =
            ThreadLocal.withInitial(FlipWorkspace::none);

    private final int bits;
    private final SubgroupSums sums;
    private SubgroupSums second;
    private double[] flat = {};

    private FlipWorkspace(int bits) {
        this.bits = bits;
        this.sums = new SubgroupSums(bits);
        this.second = sums;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static SoftReference<FlipWorkspace>[] none() {
        return new SoftReference[SubgroupSums.MAX_BITS + 1];
    }

    /** Returns the calling thread's workspace for tables of 2^bits sums. */
    public static FlipWorkspace ofThread(int bits) {
        SoftReference<FlipWorkspace>[] kept = KEPT.get();
        SoftReference<FlipWorkspace> reference = kept[SubgroupSums.requireBits(bits)];
        FlipWorkspace workspace = reference == null ? null : reference.get();
        if (workspace == null) {
            workspace = new FlipWorkspace(bits);
            kept[bits] = new SoftReference<>(workspace);
        }
        return workspace;
    }

    /** Returns the first table. */
    public SubgroupSums sums() {
        return sums;
    }

    /** Another table of the same size. */
    public SubgroupSums second() {
        if (second == sums) {
            second = new SubgroupSums(bits);
        }
        return second;
    }

    /** Plain room for 2^bits numbers. */
    public double[] flat() {
        if (flat.length == 0) {
            flat = new double[1 << bits];
        }
        return flat;
    }
}
