package dev.amdahl.profilers.internal.kineto.hta;

import java.util.Arrays;

/** The events of one rank that can change a figure, in the order of the file, as columns. Not thread-safe. */
final class EventTable {
    /** Bytes per event that reading and analysing may take at once. */
    static final int BYTES_PER_EVENT = 160;

    final Names names = new Names();
    /** Start, us: as written, then rounded, then from the earliest event of all ranks. */
    double[] start = new double[256];
    /** Duration, us; after rounding it may be 0 or negative. */
    double[] duration = new double[256];
    /** Number of the name. */
    int[] name = new int[256];
    /** Bits of {@link Mark}. */
    short[] marks = new short[256];
    /** Stream, -1 if none. */
    long[] stream = new long[256];
    /** Correlation as written, -1 if none. */
    long[] correlation = new long[256];
    /** Memory bandwidth, GB/s, of the first events; shorter than the other columns where the rest gives none. */
    double[] bandwidth = new double[0];

    int size;
    /** Whether the first row is the first entry of the file. */
    boolean hasFirstEntry;

    private double origin;

    void add(Event event, int marksOfEvent, int nameNumber) {
        if (size == start.length) {
            grow();
        }
        start[size] = event.start;
        duration[size] = event.duration;
        name[size] = nameNumber;
        marks[size] = (short) marksOfEvent;
        stream[size] = event.stream;
        correlation[size] = event.correlation;
        if (event.bandwidth != 0) {
            if (bandwidth.length <= size) {
                bandwidth = Arrays.copyOf(bandwidth, start.length);
            }
            bandwidth[size] = event.bandwidth;
        }
        size++;
    }

    /** Rounds as HTA does: a start up, an end down to a microsecond. */
    void round() {
        for (int i = 0; i < size; i++) {
            double end = Math.floor(start[i] + duration[i]);
            start[i] = Math.ceil(start[i]);
            duration[i] = end - start[i];
        }
    }

    /** Counts the starts from {@code newOrigin}, us as in the file. */
    void align(double newOrigin) {
        double shift = newOrigin - origin;
        origin = newOrigin;
        for (int i = 0; shift != 0 && i < size; i++) {
            start[i] -= shift;
        }
    }

    boolean is(int row, int mark) {
        return (marks[row] & mark) != 0;
    }

    /** Whether HTA counts the event as the device's when it joins calls to work and drops steps. */
    boolean isDeviceSide(int row) {
        return isDeviceSide(stream[row], correlation[row], marks[row]);
    }

    static boolean isDeviceSide(long stream, long correlation, int marks) {
        return (stream >= 0 && correlation >= 0) || (marks & Mark.SYNC) != 0;
    }

    /** Whether any event is a range of the device's own timeline. */
    boolean hasAnnotations() {
        for (int row = 0; row < size; row++) {
            if (is(row, Mark.ANNOTATION)) {
                return true;
            }
        }
        return false;
    }

    double bandwidth(int row) {
        return row < bandwidth.length ? bandwidth[row] : 0;
    }

    KernelType type(int row) {
        return names.type(name[row]);
    }

    private void grow() {
        int capacity = size + size / 2;
        start = Arrays.copyOf(start, capacity);
        duration = Arrays.copyOf(duration, capacity);
        name = Arrays.copyOf(name, capacity);
        marks = Arrays.copyOf(marks, capacity);
        stream = Arrays.copyOf(stream, capacity);
        correlation = Arrays.copyOf(correlation, capacity);
    }
}
