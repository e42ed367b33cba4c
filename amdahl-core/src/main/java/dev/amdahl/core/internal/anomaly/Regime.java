package dev.amdahl.core.internal.anomaly;

/**
 * A stretch of a series without a change.
 *
 * @param from index of its first value
 * @param to index after its last value
 * @param mean mean of its values
 * @param standardDeviation their standard deviation, 0 for one value
 */
public record Regime(int from, int to, double mean, double standardDeviation) {

    /** Returns the number of values. */
    public int size() {
        return to - from;
    }
}
