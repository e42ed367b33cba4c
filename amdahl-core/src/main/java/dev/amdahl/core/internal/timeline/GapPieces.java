package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;
import java.util.Arrays;

/**
 * The stretches of one gap in order, each with its cause, so that it can be told where the time of a class lies once the class of each
 * cause is known. Not thread-safe.
 */
final class GapPieces {
    /** Is told where time lies, in rising order. */
    interface Places {
        Places NOWHERE = (bottleneck, from, to) -> {};

        void add(Bottleneck bottleneck, long from, long to);
    }

    private static final int LAUNCH = HostActivity.PRIORITY.indexOf(Activity.LAUNCH);
    private static final int HOST_CODE = HostActivity.PRIORITY.indexOf(Activity.HOST_CODE);

    private final Places places;
    private long[] ends = new long[16];
    private int[] causes = new int[16];
    private long start;
    private int size;

    GapPieces(Places places) {
        this.places = places;
    }

    void begin(long at) {
        start = at;
        size = 0;
    }

    void add(int cause, long until) {
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, 2 * size);
            causes = Arrays.copyOf(causes, 2 * size);
        }
        ends[size] = until;
        causes[size++] = cause;
    }

    /**
     * Says what the pieces came to.
     *
     * @param classes by cause
     * @param codeRefill how much of the host's own time, from the start of the gap on, is a sync stall instead
     * @param unknownRefill the same of the time that nothing covers
     */
    void tell(Bottleneck[] classes, long codeRefill, long unknownRefill) {
        long code = codeRefill;
        long rest = unknownRefill;
        long at = start;
        for (int i = 0; i < size; i++) {
            Bottleneck own = classes[causes[i]];
            boolean isUnknown = own == Bottleneck.UNATTRIBUTED;
            boolean isCode = causes[i] == LAUNCH || causes[i] == HOST_CODE;
            long stalled = Math.min(ends[i] - at, isUnknown ? rest : isCode ? code : 0);
            rest -= isUnknown ? stalled : 0;
            code -= isCode ? stalled : 0;
            say(Bottleneck.SYNC_STALL, at, at + stalled);
            say(own, at + stalled, ends[i]);
            at = ends[i];
        }
    }

    void say(Bottleneck bottleneck, long from, long to) {
        if (to > from) {
            places.add(bottleneck, from, to);
        }
    }
}
