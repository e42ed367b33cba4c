package dev.amdahl.core.stats.online;

import dev.amdahl.core.stats.Arguments;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Asynchronous LORD++ control of the false discovery rate over a stream of tests, as a pure fold over their history
 * (Ramdas et al. 2017; Zrnic, Ramdas and Jordan 2021). Immutable and thread-safe.
 *
 * <p>The level of the t-th test is γ(t) w₀ + (α - w₀) γ(t - r₁) + α Σ γ(t - r_j), j ≥ 2, where r_j is the number of tests
 * submitted before the j-th rejection was decided, and only rejections decided before the test was submitted count. A
 * test decided right after its own submission gives ordinary LORD++.
 *
 * @param alpha the rate to control
 * @param initialWealth w₀, in (0, alpha)
 */
public record LordPlusPlus(double alpha, double initialWealth) {

    /** .05 with w₀ = .025. */
    public static final LordPlusPlus DEFAULT = new LordPlusPlus(.05, .025);

    /** @throws IllegalArgumentException unless 0 < initialWealth < alpha < 1 */
    public LordPlusPlus {
        Arguments.requireProbability("alpha", alpha);
        if (!(initialWealth > 0 && initialWealth < alpha)) {
            throw new IllegalArgumentException(
                    "initialWealth must lie in (0, alpha = " + alpha + "), was " + initialWealth);
        }
    }

    /**
     * One test of the stream; immutable and thread-safe.
     *
     * @param submitted sequence number of its submission
     * @param decided sequence number of its decision, {@link Long#MAX_VALUE} while open
     * @param p its p-value, 1 while open
     */
    public record Entry(long submitted, long decided, double p) {
        /** @throws IllegalArgumentException if it is decided before it is submitted or p is not in [0, 1] */
        public Entry {
            if (decided < submitted) {
                throw new IllegalArgumentException("decided " + decided + " lies before submitted " + submitted);
            }
            if (!(p >= 0 && p <= 1)) {
                throw new IllegalArgumentException("p must lie in [0, 1], was " + p);
            }
        }

        /** A test that is not decided yet. */
        public static Entry open(long submitted) {
            return new Entry(submitted, Long.MAX_VALUE, 1);
        }
    }

    /** The level of a test that is submitted now, after all of the history. */
    public double nextLevel(List<Entry> history, long submitted) {
        List<Entry> stream = new ArrayList<>(history);
        stream.add(Entry.open(submitted));
        List<Double> levels = levels(stream);
        return levels.get(levels.size() - 1);
    }

    /**
     * The level of each test, in the order of submission.
     *
     * @throws IllegalArgumentException if two tests have one submission number
     */
    public List<Double> levels(List<Entry> history) {
        List<Entry> stream = new ArrayList<>(history);
        stream.sort(Comparator.comparingLong(Entry::submitted));
        List<Double> levels = new ArrayList<>(stream.size());
        List<Entry> rejected = new ArrayList<>();
        for (int i = 0; i < stream.size(); i++) {
            Entry entry = stream.get(i);
            if (i > 0 && stream.get(i - 1).submitted() == entry.submitted()) {
                throw new IllegalArgumentException("two tests were submitted at " + entry.submitted());
            }
            double level = level(i + 1, entry.submitted(), rejected, stream);
            levels.add(level);
            if (entry.p() <= level && entry.decided() != Long.MAX_VALUE) {
                rejected.add(entry);
            }
        }
        return levels;
    }

    private double level(int t, long now, List<Entry> rejected, List<Entry> stream) {
        List<Entry> known = rejected.stream()
                .filter(entry -> entry.decided() < now)
                .sorted(Comparator.comparingLong(Entry::decided))
                .toList();
        double level = gamma(t) * initialWealth;
        for (int j = 0; j < known.size(); j++) {
            double reward = j == 0 ? alpha - initialWealth : alpha;
            level += reward * gamma(t - submittedBefore(known.get(j), stream));
        }
        return level;
    }

    private static int submittedBefore(Entry rejection, List<Entry> stream) {
        int low = 0;
        int high = stream.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (stream.get(middle).submitted() <= rejection.decided()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static double gamma(int j) {
        return 0.07720838 * Math.log(Math.max(j, 2)) / (j * Math.exp(Math.sqrt(Math.log(j))));
    }
}
