package dev.amdahl.gpu.resampling;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Counters that the blocks of a twin share. */
final class AtomicCounts {
    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

    private AtomicCounts() {}

    static void add(long[] counts, int index, long more) {
        long unused = (long) COUNTS.getAndAdd(counts, index, more);
    }
}
