package dev.amdahl.core.internal.steps;

/**
 * Where a series has forgotten how it began: the truncation point of MSER-5 (K. P. White, An effective truncation heuristic for bias
 * reduction in simulation output, Simulation 69(6), 1997), which makes the standard error of the mean of what is left least.
 */
public final class Mser5 {
    private static final int BATCH = 5;

    private Mser5() {}

    /** Returns how many values at the start are left out, a multiple of {@value #BATCH} and at most half of them. */
    public static int cut(double[] values) {
        int batches = values.length / BATCH;
        double[] means = new double[batches];
        for (int i = 0; i < batches; i++) {
            for (int j = 0; j < BATCH; j++) {
                means[i] += values[i * BATCH + j] / BATCH;
            }
        }
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        double sum = 0;
        double squares = 0;
        double center = batches == 0 ? 0 : means[batches - 1];
        for (int from = batches - 1; from >= 0; from--) {
            double off = means[from] - center;
            sum += off;
            squares += off * off;
            int left = batches - from;
            double error = (squares - sum * sum / left) / ((double) left * left);
            if (2 * from <= batches && left > 1 && error <= least) {
                least = error;
                best = from;
            }
        }
        return BATCH * best;
    }
}
