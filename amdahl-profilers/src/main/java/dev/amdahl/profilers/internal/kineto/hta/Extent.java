package dev.amdahl.profilers.internal.kineto.hta;

/** First start, last start and last end of some events, us. Not thread-safe. */
final class Extent {
    private double firstStart = Double.POSITIVE_INFINITY;
    private double lastEnd = Double.NEGATIVE_INFINITY;

    void add(double start, double duration) {
        firstStart = Math.min(firstStart, start);
        lastEnd = Math.max(lastEnd, start + duration);
    }

    /** Rounds the start up and the end down to a microsecond. */
    void round() {
        firstStart = Math.ceil(firstStart);
        lastEnd = Math.floor(lastEnd);
    }

    boolean isEmpty() {
        return firstStart == Double.POSITIVE_INFINITY;
    }

    double firstStart() {
        return firstStart;
    }

    double lastEnd() {
        return lastEnd;
    }
}
