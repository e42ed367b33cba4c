package dev.amdahl.gpu.kernel;

import java.util.Arrays;
import java.util.List;

/** What is right, in double precision. */
final class References {
    private static final double EPSILON = 1e-5;

    private References() {}

    static void sgemm(Shape shape, List<float[]> inputs, double[] out) {
        float[] a = inputs.get(0);
        float[] b = inputs.get(1);
        int n = shape.at(1);
        int depth = shape.at(2);
        for (int i = 0; i < shape.at(0); i++) {
            for (int l = 0; l < depth; l++) {
                double left = a[i * depth + l];
                for (int j = 0; j < n; j++) {
                    out[i * n + j] += left * b[l * n + j];
                }
            }
        }
    }

    static void softmax(Shape shape, List<float[]> inputs, double[] out) {
        float[] x = inputs.get(0);
        int columns = shape.at(1);
        for (int row = 0; row < shape.at(0); row++) {
            for (int at = row * columns; at < (row + 1) * columns; at++) {
                out[at] = x[at];
            }
            normalise(out, row * columns, columns);
        }
    }

    static void normalise(double[] values, int from, int count) {
        double largest = Arrays.stream(values, from, from + count).max().orElseThrow();
        double sum = 0;
        for (int at = from; at < from + count; at++) {
            values[at] = Math.exp(values[at] - largest);
            sum += values[at];
        }
        for (int at = from; at < from + count; at++) {
            values[at] /= sum;
        }
    }

    static void layernorm(Shape shape, List<float[]> inputs, double[] out) {
        float[] x = inputs.get(0);
        int columns = shape.at(1);
        for (int row = 0; row < shape.at(0); row++) {
            int from = row * columns;
            double mean = sum(x, from, columns) / columns;
            double squares = 0;
            for (int j = 0; j < columns; j++) {
                squares += (x[from + j] - mean) * (x[from + j] - mean);
            }
            double scale = 1 / Math.sqrt(squares / columns + EPSILON);
            for (int j = 0; j < columns; j++) {
                out[from + j] = (x[from + j] - mean) * scale * inputs.get(1)[j] + inputs.get(2)[j];
            }
        }
    }

    static void rowsum(Shape shape, List<float[]> inputs, double[] out) {
        for (int row = 0; row < shape.at(0); row++) {
            out[row] = sum(inputs.get(0), row * shape.at(1), shape.at(1));
        }
    }

    static void gather(Shape shape, List<float[]> inputs, double[] out) {
        int columns = shape.at(1);
        for (int row = 0; row < shape.at(0); row++) {
            int from = (int) inputs.get(1)[row];
            for (int j = 0; j < columns; j++) {
                out[row * columns + j] = (double) inputs.get(2)[from] * inputs.get(0)[from * columns + j];
            }
        }
    }

    private static double sum(float[] x, int from, int count) {
        double sum = 0;
        for (int at = from; at < from + count; at++) {
            sum += x[at];
        }
        return sum;
    }

    static void transpose(Shape shape, List<float[]> inputs, double[] out) {
        for (int i = 0; i < shape.at(0); i++) {
            for (int j = 0; j < shape.at(1); j++) {
                out[j * shape.at(0) + i] = inputs.get(0)[i * shape.at(1) + j];
            }
        }
    }

    static void attention(Shape shape, List<float[]> inputs, double[] out) {
        float[] q = inputs.get(0);
        float[] k = inputs.get(1);
        float[] v = inputs.get(2);
        float[] bias = inputs.get(3);
        int n = shape.at(0);
        int d = shape.at(1);
        double[] weights = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double product = 0;
                for (int l = 0; l < d; l++) {
                    product += (double) q[i * d + l] * k[j * d + l];
                }
                weights[j] = product / Math.sqrt(d) + bias[i - j + n - 1];
            }
            normalise(weights, 0, n);
            for (int j = 0; j < n; j++) {
                for (int l = 0; l < d; l++) {
                    out[i * d + l] += weights[j] * v[j * d + l];
                }
            }
        }
    }
}
