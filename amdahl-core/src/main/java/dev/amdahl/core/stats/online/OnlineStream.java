package dev.amdahl.core.stats.online;

import java.util.Arrays;
import java.util.BitSet;

/** A stream of tests under online control, fed with what happens in its order. Not thread-safe. */
public abstract sealed class OnlineStream permits InvestingStream, CountingStream, SpendingStream {

    private double[] levels = new double[16];
    private final BitSet decided = new BitSet();
    private int submitted;

    /** Submits the next test, numbered from 0, and returns its level. */
    public final double submit() {
        if (submitted == levels.length) {
            levels = Arrays.copyOf(levels, 2 * submitted);
        }
        double level = level(submitted);
        levels[submitted] = level;
        submitted++;
        return level;
    }

    /**
     * Decides a test and returns whether it is rejected, which it is if p is at most its level.
     *
     * @throws IllegalArgumentException if the test was not submitted or is decided already, or p is not in [0, 1]
     */
    public final boolean decide(int test, double p) {
        if (test < 0 || test >= submitted) {
            throw new IllegalArgumentException("test must lie in 0 to " + (submitted - 1) + ", was " + test);
        }
        TestOutcome.requireP(p);
        if (decided.get(test)) {
            throw new IllegalArgumentException("test " + test + " is decided already");
        }
        decided.set(test);
        boolean rejected = p <= levels[test];
        learn(test, p, rejected);
        return rejected;
    }

    /** Tests submitted so far. */
    public final int submitted() {
        return submitted;
    }

    final double[] levels() {
        return Arrays.copyOf(levels, submitted);
    }

    /** The level of the test that follows so many earlier ones. */
    abstract double level(int earlier);

    /** Takes note of a decision. */
    abstract void learn(int test, double p, boolean rejected);
}
