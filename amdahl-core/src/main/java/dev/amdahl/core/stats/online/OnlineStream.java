package dev.amdahl.core.stats.online;

import java.util.Arrays;
import java.util.BitSet;

/**
 * A stream of tests under {@link LordPlusPlus}, fed with what happens in its order. The level of a test is
 * w₀ γ(t) + (α - w₀) γ(t - r₁) + α Σ γ(t - r_j), j ≥ 2, where the j-th rejection pays from the first test on that is submitted after its
 * decision. The weights of each sum add up to at most one, so that the estimate of the false discovery proportion of Zrnic, Ramdas and
 * Jordan (2021) stays at most α. Not thread-safe.
 */
public final class OnlineStream {
    private final double alpha;
    private final double initialWealth;
    private final Weights gamma = new Weights();
    private final BitSet decided = new BitSet();
    private double[] levels = new double[16];
    private int submitted;
    private int rejections;
    /** Tests submitted before the decision of each rejection. */
    private int[] origin = new int[8];

    OnlineStream(double alpha, double initialWealth) {
        this.alpha = alpha;
        this.initialWealth = initialWealth;
    }

    /** Submits the next test, numbered from 0, and returns its level. */
    public double submit() {
        if (submitted == levels.length) {
            levels = Arrays.copyOf(levels, 2 * submitted);
        }
        double level = level(1 + submitted);
        levels[submitted] = level;
        submitted++;
        return level;
    }

    private double level(int test) {
        double[] weights = gamma.upTo(test);
        double sum = initialWealth * weights[test];
        if (rejections > 0) {
            sum += (alpha - initialWealth) * weights[test - origin[0]];
        }
        double later = 0;
        for (int j = 1; j < rejections; j++) {
            later += weights[test - origin[j]];
        }
        return sum + alpha * later;
    }

    /**
     * Decides a test and returns whether it is rejected, which it is if p is at most its level.
     *
     * @throws IllegalArgumentException if the test was not submitted or is decided already, or p is not in [0, 1]
     */
    public boolean decide(int test, double p) {
        if (test < 0 || test >= submitted) {
            throw new IllegalArgumentException("test must lie in 0 to " + (submitted - 1) + ", was " + test);
        }
        TestOutcome.requireP(p);
        if (decided.get(test)) {
            throw new IllegalArgumentException("test " + test + " is decided already");
        }
        decided.set(test);
        boolean rejected = p <= levels[test];
        if (rejected) {
            if (rejections == origin.length) {
                origin = Arrays.copyOf(origin, 2 * rejections);
            }
            origin[rejections] = submitted;
            rejections++;
        }
        return rejected;
    }

    /** Returns the number of tests submitted so far. */
    public int submitted() {
        return submitted;
    }

    double[] levels() {
        return Arrays.copyOf(levels, submitted);
    }
}
