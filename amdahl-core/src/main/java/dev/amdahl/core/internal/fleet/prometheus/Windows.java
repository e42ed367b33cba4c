package dev.amdahl.core.internal.fleet.prometheus;

import java.time.Instant;

/**
 * Windows of equal length on a grid of the epoch, numbered by their ends: window k is the time after (k - 1) steps up to k steps.
 *
 * @param first number of the first window
 * @param last number of the last one, included
 * @param stepSeconds their length
 */
record Windows(long first, long last, long stepSeconds) {

    /** Returns all windows that touch a period. */
    static Windows of(Instant from, Instant to, long stepSeconds) {
        long first = Math.floorDiv(from.getEpochSecond(), stepSeconds) + 1;
        long end = to.getEpochSecond() + (to.getNano() > 0 ? 1 : 0);
        return new Windows(first, Math.max(first, -Math.floorDiv(-end, stepSeconds)), stepSeconds);
    }

    int count() {
        return Math.toIntExact(last - first + 1);
    }

    /** The number of a window by its end. */
    int index(double endSeconds) {
        return Math.toIntExact(Math.round(endSeconds / stepSeconds) - first);
    }

    long endSeconds(long number) {
        return number * stepSeconds;
    }

    Windows from(long number, int most) {
        return new Windows(number, Math.min(last, number + most - 1), stepSeconds);
    }

    Windows firstHalf() {
        return new Windows(first, first + count() / 2 - 1, stepSeconds);
    }

    Windows secondHalf() {
        return new Windows(first + count() / 2, last, stepSeconds);
    }
}
