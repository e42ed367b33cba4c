package dev.amdahl.core.internal.refute.circumstance;

import dev.amdahl.core.internal.stats.StudentT;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * The effect at equal labels: least squares of d on the label of the variant minus that of the baseline, by the theorem of Frisch,
 * Waugh and Lovell. Pairs with equal labels tell the effect alone; the others tell it as far as their labels are linked.
 *
 * @param value the effect; NaN where the labels and the arms cannot be told apart
 * @param p two-sided, by t; 1 where it cannot be told
 */
record FixedEffects(double value, double p) {
    private static final double RANK_TOLERANCE = 1e-9;

    /** Returns all three by pair. */
    static FixedEffects of(double[] d, List<String> baselineLabels, List<String> variantLabels) {
        int n = d.length;
        double[][] basis = new double[n][];
        double[] ones = new double[n];
        double[] rest = d.clone();
        Arrays.fill(ones, 1);
        TreeSet<String> labels = new TreeSet<>(baselineLabels);
        labels.addAll(variantLabels);
        int rank = 0;
        for (String label : labels) {
            double[] column = new double[n];
            for (int i = 0; i < n; i++) {
                column[i] = (variantLabels.get(i).equals(label) ? 1 : 0)
                        - (baselineLabels.get(i).equals(label) ? 1 : 0);
            }
            double size = dot(column, column);
            for (int j = 0; j < rank; j++) {
                subtract(column, basis[j]);
            }
            double left = dot(column, column);
            if (rank < n && left > RANK_TOLERANCE * Math.max(1, size)) {
                scale(column, 1 / Math.sqrt(left));
                subtract(ones, column);
                subtract(rest, column);
                basis[rank++] = column;
            }
        }
        double told = dot(ones, ones);
        int freedom = n - rank - 1;
        if (freedom < 1 || told < RANK_TOLERANCE * n) {
            return new FixedEffects(Double.NaN, 1);
        }
        double value = dot(ones, rest) / told;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double residual = rest[i] - value * ones[i];
            squares += residual * residual;
        }
        double error = Math.sqrt(squares / freedom / told);
        double size = Math.abs(value);
        if (error <= 1e-12 * size || error == 0) {
            return new FixedEffects(value, size < 1e-12 ? 1 : 0);
        }
        return new FixedEffects(value, StudentT.twoSided(size / error, freedom));
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static void scale(double[] a, double by) {
        for (int i = 0; i < a.length; i++) {
            a[i] *= by;
        }
    }

    /** Takes the part along a unit vector out of a. */
    private static void subtract(double[] a, double[] unit) {
        double along = dot(a, unit);
        for (int i = 0; i < a.length; i++) {
            a[i] -= along * unit[i];
        }
    }
}
