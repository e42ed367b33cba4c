package dev.amdahl.gpu.kernel;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.UnaryOperator;

/** What becomes of all values of a row together, by its word in the tasks of KernelBench: another row, or one value. */
final class RowStep {
    private static final double EPSILON = 1e-5;
    private static final Map<String, DoubleBinaryOperator> TO_ONE = Map.of(
            "sum", Double::sum,
            "mean", Double::sum,
            "max", Math::max,
            "min", Math::min,
            "logsumexp", (a, b) -> Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b))));
    private static final Map<String, String> IN_CUDA = Map.of(
            "sum", "x + other",
            "mean", "x + other",
            "max", "x != x || x > other ? x : other",
            "min", "x != x || x < other ? x : other",
            "logsumexp", "(x > other ? x : other) + log1pf(expf(-fabsf(x - other)))");
    private static final Map<String, UnaryOperator<double[]>> TO_ROW = Map.of(
            "softmax", RowStep::softmax,
            "logsoftmax", RowStep::logSoftmax,
            "l1", row -> divided(row, Arrays.stream(row).map(Math::abs).sum() / row.length),
            "l2", row -> divided(row, Math.sqrt(squares(row))),
            "rms", row -> divided(row, Math.sqrt(squares(row) / row.length + EPSILON)),
            "norm", RowStep::norm,
            "cumsum", row -> running(row, false, false),
            "reverse", row -> running(row, true, false),
            "exclusive", row -> running(row, false, true));

    private RowStep() {}

    static boolean isKnown(String word) {
        return isToOne(word) || TO_ROW.containsKey(word);
    }

    static boolean isToOne(String word) {
        return TO_ONE.containsKey(word);
    }

    /** Returns an expression that joins {@code x} and {@code other}. */
    static String cuda(String word) {
        return requireNonNull(IN_CUDA.get(word), word);
    }

    static double[] apply(String word, double[] row) {
        DoubleBinaryOperator toOne = TO_ONE.get(word);
        if (toOne == null) {
            return requireNonNull(TO_ROW.get(word), word).apply(row);
        }
        double all = Arrays.stream(row).reduce(toOne).orElseThrow();
        return new double[] {word.equals("mean") ? all / row.length : all};
    }

    /** Of squares that floats can hold: of what is less the length is 0, to any kernel. */
    private static double squares(double[] row) {
        return Arrays.stream(row).map(x -> (float) (x * x)).sum();
    }

    private static double[] divided(double[] row, double by) {
        return Arrays.stream(row).map(x -> x / by).toArray();
    }

    private static double[] softmax(double[] row) {
        double[] weights = row.clone();
        References.normalise(weights, 0, row.length);
        return weights;
    }

    private static double[] logSoftmax(double[] row) {
        double all = apply("logsumexp", row)[0];
        return Arrays.stream(row).map(x -> x - all).toArray();
    }

    private static double[] norm(double[] row) {
        double mean = Arrays.stream(row).sum() / row.length;
        double[] centred = Arrays.stream(row).map(x -> x - mean).toArray();
        double variance = Arrays.stream(centred).map(x -> x * x).sum() / row.length;
        return divided(centred, Math.sqrt(variance + EPSILON));
    }

    private static double[] running(double[] row, boolean isReverse, boolean isExclusive) {
        double[] sums = new double[row.length];
        double sum = 0;
        for (int i = 0; i < row.length; i++) {
            int j = isReverse ? row.length - 1 - i : i;
            double before = sum;
            sum += row[j];
            sums[j] = isExclusive ? before : sum;
        }
        return sums;
    }
}
