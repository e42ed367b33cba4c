package dev.amdahl.profilers.internal.kineto.lane;

import dev.amdahl.spi.job.Activity;

/** A symbol and an activity in one integer. */
@SuppressWarnings("EnumOrdinal")
final class MarkCodec {
    private static final Activity[] ACTIVITIES = Activity.values();
    private static final int BITS = 5;
    private static final int MASK = (1 << BITS) - 1;

    private MarkCodec() {}

    static long of(int symbol, Activity activity) {
        return ((long) symbol << BITS) | activity.ordinal();
    }

    static int symbol(long mark) {
        return (int) (mark >>> BITS);
    }

    static Activity activity(long mark) {
        return ACTIVITIES[(int) mark & MASK];
    }
}
