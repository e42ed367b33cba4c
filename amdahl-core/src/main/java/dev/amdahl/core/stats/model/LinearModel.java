package dev.amdahl.core.stats.model;

import static dev.amdahl.core.stats.model.Columns.add;
import static dev.amdahl.core.stats.model.Columns.dot;
import static dev.amdahl.core.stats.model.Columns.scale;
import static dev.amdahl.core.stats.model.Columns.scaled;

import dev.amdahl.core.internal.stats.Arguments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Ordinary least squares with an intercept, by Gram-Schmidt run twice (Giraud et al. 2005) on scaled columns. A covariate that
 * the ones before it already determine is left out and named; its coefficient is 0. Immutable and thread-safe.
 */
final class LinearModel {

    private static final double DEPENDENT = 1e-10;
    private static final double ROUNDING = 1e-14;

    private final double scale;
    private final double[] coefficients;
    private final double[] interceptWeights;
    private final double[] residuals;
    private final double[] leverage;
    private final List<Integer> dropped;
    private final int df;

    private LinearModel(
            double scale,
            double[] coefficients,
            double[] interceptWeights,
            double[] residuals,
            double[] leverage,
            List<Integer> dropped,
            int df) {
        this.scale = scale;
        this.coefficients = coefficients;
        this.interceptWeights = interceptWeights;
        this.residuals = residuals;
        this.leverage = leverage;
        this.dropped = dropped;
        this.df = df;
    }

    /** Fits y on the covariates, each as long as y. */
    static LinearModel fit(double[] y, double[][] covariates) {
        int n = y.length;
        double[][] columns = columns(n, covariates);
        double[][] basis = new double[columns.length][];
        double[][] upper = new double[columns.length][columns.length];
        List<Integer> dropped = new ArrayList<>();
        int rank = 0;
        for (int j = 0; j < columns.length; j++) {
            double[] rest = columns[j].clone();
            for (int pass = 0; pass < 2; pass++) {
                for (int k = 0; k < j; k++) {
                    if (basis[k] != null) {
                        double along = dot(basis[k], rest);
                        upper[k][j] += along;
                        add(rest, basis[k], -along);
                    }
                }
            }
            double length = Math.sqrt(dot(rest, rest));
            if (length <= DEPENDENT * Math.sqrt(dot(columns[j], columns[j]))) {
                dropped.add(j - 1);
                continue;
            }
            upper[j][j] = length;
            basis[j] = scaled(rest, 1 / length);
            rank++;
        }
        if (n <= rank) {
            throw new IllegalArgumentException(
                    "y must hold more values than the " + rank + " coefficients, held " + n + "; leave covariates out");
        }
        return solve(scaled(y, 1 / scale(y)), scale(y), columns, basis, upper, dropped, n - rank, covariates);
    }

    private static LinearModel solve(
            double[] y,
            double scale,
            double[][] columns,
            double[][] basis,
            double[][] upper,
            List<Integer> dropped,
            int df,
            double[][] covariates) {
        int n = y.length;
        double[] residuals = y.clone();
        double[] leverage = new double[n];
        double[] projection = new double[columns.length];
        for (int k = 0; k < basis.length; k++) {
            if (basis[k] != null) {
                for (int pass = 0; pass < 2; pass++) {
                    double along = dot(basis[k], residuals);
                    projection[k] += along;
                    add(residuals, basis[k], -along);
                }
                for (int i = 0; i < n; i++) {
                    leverage[i] += basis[k][i] * basis[k][i];
                }
            }
        }
        clearRounding(residuals, y);
        double[] interceptRow = firstRowOfInverse(upper, basis);
        double[] weights = new double[n];
        for (int k = 0; k < basis.length; k++) {
            if (basis[k] != null) {
                add(weights, basis[k], interceptRow[k]);
            }
        }
        double[] coefficients = solveUpper(upper, basis, projection);
        for (int j = 1; j < coefficients.length; j++) {
            coefficients[j] *= scale / scale(covariates[j - 1]);
        }
        if (Math.abs(coefficients[0]) <= 10 * ROUNDING * Math.sqrt(dot(y, y) / n)) {
            coefficients[0] = 0;
        }
        coefficients[0] *= scale;
        return new LinearModel(scale, coefficients, weights, residuals, leverage, List.copyOf(dropped), df);
    }

    double intercept() {
        return coefficients[0];
    }

    double slope(int covariate) {
        return coefficients[covariate + 1];
    }

    /** Positions of the covariates that were left out. */
    List<Integer> dropped() {
        return dropped;
    }

    int df() {
        return df;
    }

    /** Returns the residual standard deviation. */
    double residualDeviation() {
        return scale * Math.sqrt(dot(residuals, residuals) / df);
    }

    double interceptError() {
        return residualDeviation() * Math.sqrt(dot(interceptWeights, interceptWeights));
    }

    /**
     * Returns the HC3 standard error of the intercept (MacKinnon and White 1985). Where the intercept rests on a value that the fit
     * meets by itself (leverage 1), leaving that value out does not identify it and the error is infinite.
     */
    double interceptErrorHc3() {
        double sum = 0;
        double largest = Math.sqrt(dot(interceptWeights, interceptWeights));
        for (int i = 0; i < residuals.length; i++) {
            double free = 1 - leverage[i];
            if (Math.abs(interceptWeights[i]) <= DEPENDENT * largest) {
                continue;
            }
            if (free <= DEPENDENT) {
                return Double.POSITIVE_INFINITY;
            }
            double part = interceptWeights[i] * residuals[i] / free;
            sum += part * part;
        }
        return scale * Math.sqrt(sum);
    }

    private static double[][] columns(int n, double[][] covariates) {
        double[][] columns = new double[covariates.length + 1][n];
        Arrays.fill(columns[0], 1);
        for (int j = 0; j < covariates.length; j++) {
            Arguments.requireFinite("covariates[" + j + "]", covariates[j]);
            if (covariates[j].length != n) {
                throw new IllegalArgumentException(
                        "covariates[" + j + "] must hold as many values as y, " + n + ", held " + covariates[j].length);
            }
            columns[j + 1] = scaled(covariates[j], 1 / scale(covariates[j]));
        }
        return columns;
    }

    /** Residuals of a perfect fit are rounding and nothing else. */
    private static void clearRounding(double[] residuals, double[] y) {
        if (Math.sqrt(dot(residuals, residuals)) <= ROUNDING * Math.sqrt(y.length * dot(y, y))) {
            Arrays.fill(residuals, 0);
        }
    }

    private static double[] solveUpper(double[][] upper, double[][] basis, double[] right) {
        double[] x = new double[right.length];
        for (int j = right.length - 1; j >= 0; j--) {
            if (basis[j] != null) {
                double rest = right[j];
                for (int k = j + 1; k < right.length; k++) {
                    rest -= basis[k] == null ? 0 : upper[j][k] * x[k];
                }
                x[j] = rest / upper[j][j];
            }
        }
        return x;
    }

    private static double[] firstRowOfInverse(double[][] upper, double[][] basis) {
        double[] row = new double[upper.length];
        row[0] = 1 / upper[0][0];
        for (int j = 1; j < row.length; j++) {
            if (basis[j] != null) {
                double sum = 0;
                for (int k = 0; k < j; k++) {
                    sum += row[k] * upper[k][j];
                }
                row[j] = -sum / upper[j][j];
            }
        }
        return row;
    }
}
