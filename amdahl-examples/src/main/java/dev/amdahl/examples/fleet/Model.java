package dev.amdahl.examples.fleet;

import java.util.SplittableRandom;

/** The parameters and activations of a job on the device, and the kernels over them; the device thread computes. */
final class Model {
    private static final int TILE = 32;
    private static final double WEIGHT_SCALE = 6;
    private static final double LEARNING_RATE = 1e-3;

    final int width;
    final double[] input = Batch.empty();
    final double[] norm = new double[1];
    final double[] losses;
    final double[] state;

    private final boolean tiled;
    private final double[] embedding;
    private double[] hidden;
    private double[] other;

    /** A model whose state is its hidden weights followed by their momentum. */
    Model(Workload workload, int steps, long seed, boolean tiled) {
        this.width = workload.width();
        this.tiled = tiled;
        this.losses = new double[steps];
        this.embedding = new double[Batch.FEATURES * width];
        this.state = new double[2 * width * width];
        this.hidden = new double[Batch.ROWS * width];
        this.other = new double[Batch.ROWS * width];
        SplittableRandom random = new SplittableRandom(seed ^ 0x5DEECE66DL);
        for (int i = 0; i < embedding.length; i++) {
            embedding[i] = random.nextDouble() - 0.5;
        }
        double scale = WEIGHT_SCALE / Math.sqrt(width);
        for (int i = 0; i < width * width; i++) {
            state[i] = scale * (random.nextDouble() - 0.5);
        }
    }

    Kernel embed() {
        return new Kernel() {
            @Override
            public String name() {
                return tiled ? "dgemm_tiled_embed" : "dgemm_rows_embed";
            }

            @Override
            public void run() {
                multiply(input, Batch.FEATURES, embedding, hidden);
            }
        };
    }

    Kernel layer() {
        return new Kernel() {
            @Override
            public String name() {
                return tiled ? "dgemm_tiled_layer" : "dgemm_rows_layer";
            }

            @Override
            public void run() {
                multiply(hidden, width, state, other);
                double[] last = hidden;
                hidden = other;
                other = last;
            }
        };
    }

    Kernel measure() {
        return new Kernel() {
            @Override
            public String name() {
                return "update_norm";
            }

            @Override
            public void run() {
                double sum = 0;
                for (double value : hidden) {
                    sum += value * value;
                }
                norm[0] = Math.sqrt(sum);
            }
        };
    }

    Kernel update(int step, double scale) {
        return new Kernel() {
            @Override
            public String name() {
                return "loss_and_momentum_update";
            }

            @Override
            public void run() {
                losses[step] = loss();
                learn(LEARNING_RATE * scale);
            }
        };
    }

    /** Rows of {@code a} times {@code b}, squashed; every entry is summed in the order of the inner index. */
    private void multiply(double[] a, int inner, double[] b, double[] into) {
        int step = tiled ? TILE : width;
        for (int tile = 0; tile < width; tile += step) {
            int end = Math.min(width, tile + step);
            for (int i = 0; i < Batch.ROWS; i++) {
                multiplyRow(a, i * inner, inner, b, into, i * width, tile, end);
            }
        }
    }

    private void multiplyRow(double[] a, int row, int inner, double[] b, double[] into, int out, int from, int to) {
        for (int j = from; j < to; j++) {
            into[out + j] = 0;
        }
        for (int k = 0; k < inner; k++) {
            double factor = a[row + k];
            for (int j = from; j < to; j++) {
                into[out + j] += factor * b[k * width + j];
            }
        }
        for (int j = from; j < to; j++) {
            into[out + j] = Batch.squash(into[out + j]);
        }
    }

    private double loss() {
        double sum = 0;
        for (double value : hidden) {
            sum += (value - 0.1) * (value - 0.1);
        }
        return sum / hidden.length;
    }

    private void learn(double rate) {
        int moments = width * width;
        for (int i = 0; i < width; i++) {
            double row = rate * hidden[i];
            for (int j = 0; j < width; j++) {
                double moment = 0.9 * state[moments + i * width + j] + row * (hidden[width + j] - 0.1);
                state[moments + i * width + j] = moment;
                state[i * width + j] -= moment;
            }
        }
    }
}
