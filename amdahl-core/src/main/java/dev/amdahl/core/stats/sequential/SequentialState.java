package dev.amdahl.core.stats.sequential;

/**
 * All that a {@link SequentialTest} keeps of its data: stored anywhere, the test resumes from it.
 *
 * @param count values so far
 * @param mean their mean, 0 without values
 * @param squares the sum of their squared deviations from the mean
 * @param maxLogEvidence the greatest log evidence so far, 0 at the start
 */
public record SequentialState(long count, double mean, double squares, double maxLogEvidence) {

    /** No data. */
    public static final SequentialState START = new SequentialState(0, 0, 0, 0);

    /** @throws IllegalArgumentException if it cannot be the state of a test */
    public SequentialState {
        boolean sound = count >= 0 && Double.isFinite(mean) && squares >= 0 && maxLogEvidence >= 0;
        if (!sound || (count == 0 && (mean != 0 || squares != 0))) {
            throw new IllegalArgumentException("no state of a sequential test: count " + count + ", mean " + mean
                    + ", squares " + squares + ", maxLogEvidence " + maxLogEvidence);
        }
    }

    /** The p-value that holds at every look together: min(1, 1/max E). */
    public double alwaysValidP() {
        return Math.exp(-maxLogEvidence);
    }

    /** One more value (Welford 1962), before its evidence is known. */
    SequentialState with(double value) {
        double distance = value - mean;
        double newMean = mean + distance / (count + 1);
        return new SequentialState(count + 1, newMean, squares + distance * (value - newMean), maxLogEvidence);
    }
}
