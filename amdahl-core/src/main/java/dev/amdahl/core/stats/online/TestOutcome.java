package dev.amdahl.core.stats.online;

/**
 * One test of a stream; immutable and thread-safe.
 *
 * @param submitted sequence number of its submission
 * @param decided sequence number of its decision, {@link Long#MAX_VALUE} while open
 * @param p its p-value, for e-values 1/E; 1 while open
 */
public record TestOutcome(long submitted, long decided, double p) {

    /** @throws IllegalArgumentException if it is decided before it is submitted or p is not in [0, 1] */
    public TestOutcome {
        if (decided < submitted) {
            throw new IllegalArgumentException("decided " + decided + " lies before submitted " + submitted);
        }
        requireP(p);
    }

    /** Creates a test that ended with an e-value: p = min(1, 1/E), by Markov's inequality. */
    public static TestOutcome ofEvidence(long submitted, long decided, double evidence) {
        if (!(evidence >= 0)) {
            throw new IllegalArgumentException("evidence must be at least 0, was " + evidence);
        }
        return new TestOutcome(submitted, decided, Math.min(1, 1 / evidence));
    }

    /** Creates a test that is not decided yet. */
    public static TestOutcome open(long submitted) {
        return new TestOutcome(submitted, Long.MAX_VALUE, 1);
    }

    /**
     * Creates a test that was withdrawn, or refuted for other reasons than its p-value: its level is spent for good, and it is
     * neither a rejection nor a candidate nor discarded, which is what an open test is.
     */
    public static TestOutcome spent(long submitted) {
        return open(submitted);
    }

    /** Returns whether it has been decided. */
    public boolean isDecided() {
        return decided != Long.MAX_VALUE;
    }

    static double requireP(double p) {
        if (!(p >= 0 && p <= 1)) {
            throw new IllegalArgumentException("p must lie in [0, 1], was " + p);
        }
        return p;
    }
}
