package dev.amdahl.spi.job;

/**
 * The intervals of one device stream, host thread or phase track, sorted by start. Intervals of a host lane may nest. Columnar:
 * read by index, without allocation. Implementations are immutable.
 */
public interface Lane {

    /** Device, host or phase. */
    Activity.Side side();

    /** Returns the accelerator's index for a device lane, else -1. */
    int device();

    /** Returns a name for people. */
    String name();

    /** Returns the number of intervals. */
    int size();

    /** Start of interval {@code i}, ns on the timeline's clock. */
    long start(int i);

    /** End of interval {@code i}, ns, not before its start. */
    long end(int i);

    /** Returns what interval {@code i} shows. */
    Activity activity(int i);

    /** Returns the event's own name: untrusted text. */
    String label(int i);

    /** Links a launch with its device work; -1 if none. */
    long correlation(int i);

    /**
     * Returns what interval {@code i} was called with, untrusted text; empty if not known. For an operator the shapes, the types and the
     * values of its inputs, {@code [[8,4],[4]]|float;float|1;True}; for a collective {@code allreduce|bytes|ranks}.
     */
    default String arguments(int i) {
        return "";
    }

    /** Returns the operating system's id of the process of a host lane; -1 if not known. */
    default long process() {
        return -1;
    }

    /** Returns the operating system's id of the thread of a host lane; -1 if not known. */
    default long thread() {
        return -1;
    }
}
