package dev.amdahl.spi.job;

import java.util.List;

/**
 * The activity of every allocated accelerator, as intervals per lane. Times are integer nanoseconds on one clock. Implementations are
 * immutable and hold millions of intervals.
 */
public interface Timeline {

    /** First instant covered, ns. */
    long startNanos();

    /** Last instant covered, ns. */
    long endNanos();

    /** Returns whether times are nanoseconds since the epoch, so that they can be laid over a run's wall times. */
    boolean isEpochBased();

    /** Returns how many accelerators it shows. */
    int accelerators();

    /** Returns all lanes. */
    List<Lane> lanes();
}
