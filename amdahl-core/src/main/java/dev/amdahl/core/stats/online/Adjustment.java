package dev.amdahl.core.stats.online;

import dev.amdahl.core.stats.Arguments;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Adjusted p-values of a finished family of tests: rejecting those at most α controls the rate named. Values and
 * conventions are those of R {@code p.adjust}.
 */
public enum Adjustment {
    /** False discovery rate under independence or positive dependence (Benjamini and Hochberg 1995). */
    BENJAMINI_HOCHBERG {
        @Override
        double[] ofSorted(double[] p) {
            return stepUp(p, rank -> (double) p.length / rank);
        }
    },
    /** False discovery rate under any dependence (Benjamini and Yekutieli 2001). */
    BENJAMINI_YEKUTIELI {
        @Override
        double[] ofSorted(double[] p) {
            double harmonic = 0;
            for (int i = 1; i <= p.length; i++) {
                harmonic += 1.0 / i;
            }
            double scale = harmonic * p.length;
            return stepUp(p, rank -> scale / rank);
        }
    },
    /** Family-wise error rate under any dependence, step-down (Holm 1979). */
    HOLM {
        @Override
        double[] ofSorted(double[] p) {
            double[] adjusted = new double[p.length];
            double greatest = 0;
            for (int i = 0; i < p.length; i++) {
                greatest = Math.max(greatest, (p.length - i) * p[i]);
                adjusted[i] = Math.min(1, greatest);
            }
            return adjusted;
        }
    },
    /** Family-wise error rate under independence or positive dependence, step-up (Hochberg 1988). */
    HOCHBERG {
        @Override
        double[] ofSorted(double[] p) {
            return stepUp(p, rank -> p.length + 1.0 - rank);
        }
    },
    /** Family-wise error rate under independence or positive dependence (Hommel 1988, by Wright 1992); O(n²) time, to {@value #HOMMEL_LIMIT} p-values. */
    HOMMEL {
        @Override
        double[] ofSorted(double[] p) {
            int n = p.length;
            if (n > HOMMEL_LIMIT) {
                throw new IllegalArgumentException("Hommel's values are found for at most " + HOMMEL_LIMIT
                        + " p-values, was " + n + "; use HOCHBERG");
            }
            double[] adjusted = p.clone();
            for (int m = n; m > 0; m--) {
                double simes = Double.POSITIVE_INFINITY;
                for (int k = m; k > 0; k--) {
                    simes = Math.min(simes, m * p[n - m + k - 1] / k);
                }
                for (int i = 0; i < n; i++) {
                    double bound = i < n - m ? Math.min(simes, m * p[i]) : simes;
                    adjusted[i] = Math.max(adjusted[i], bound);
                }
            }
            return adjusted;
        }
    },
    /** Family-wise error rate under any dependence, single step. */
    BONFERRONI {
        @Override
        double[] ofSorted(double[] p) {
            return Arrays.stream(p).map(value -> Math.min(1, p.length * value)).toArray();
        }
    };

    /** Most p-values of {@link #HOMMEL}. */
    public static final int HOMMEL_LIMIT = 1 << 15;

    /** The factor of a p-value with this rank. */
    private interface Factor {
        double of(int rank);
    }

    /**
     * The adjusted p-values, in the order of p; empty for none.
     *
     * @throws IllegalArgumentException if a value is NaN or outside [0, 1]; leave tests without a result out
     */
    public double[] adjust(double[] p) {
        Arguments.requireFinite("p", p);
        for (int i = 0; i < p.length; i++) {
            if (p[i] < 0 || p[i] > 1) {
                throw new IllegalArgumentException("p[" + i + "] must lie in [0, 1], was " + p[i]);
            }
        }
        int[] order = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> p[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] sorted = ofSorted(Arrays.stream(order).mapToDouble(i -> p[i]).toArray());
        double[] adjusted = new double[p.length];
        for (int i = 0; i < order.length; i++) {
            adjusted[order[i]] = sorted[i];
        }
        return adjusted;
    }

    /** Adjusted values of p-values in ascending order. */
    abstract double[] ofSorted(double[] p);

    /** Running minimum from the greatest p-value down. */
    private static double[] stepUp(double[] p, Factor factor) {
        double[] adjusted = new double[p.length];
        double least = 1;
        for (int i = p.length - 1; i >= 0; i--) {
            least = Math.min(least, factor.of(i + 1) * p[i]);
            adjusted[i] = least;
        }
        return adjusted;
    }
}
