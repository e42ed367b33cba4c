package dev.amdahl.core.internal.refine.kernel;

/** References that are longer than a loop. */
final class References {
    private static final int WIDTH = 64;

    private References() {}

    static void softmax(float[] a, float[] b, int n, double[] out, double[] magnitude) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < n; i++) {
            largest = Math.max(largest, a[i]);
        }
        double sum = 0;
        for (int i = 0; i < n; i++) {
            out[i] = Math.exp(a[i] - largest);
            sum += out[i];
        }
        for (int i = 0; i < n; i++) {
            out[i] /= sum;
            // The argument of exp is rounded to float, whose relative error grows with it; what is far below the rest
            // is zero.
            magnitude[i] = out[i] * (1 + Math.min(100, Math.abs(a[i] - largest))) + 1e-9;
        }
    }

    static void stencil(float[] a, float[] b, int n, double[] out, double[] magnitude) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                int at = i * n + j;
                boolean isBorder = i == 0 || j == 0 || i == n - 1 || j == n - 1;
                if (isBorder) {
                    out[at] = a[at];
                    continue;
                }
                out[at] = .5 * a[at] + .125 * ((double) a[at - n] + a[at + n] + a[at - 1] + a[at + 1]);
                magnitude[at] = .5 * Math.abs(a[at])
                        + .125
                                * ((double) Math.abs(a[at - n])
                                        + Math.abs(a[at + n])
                                        + Math.abs(a[at - 1])
                                        + Math.abs(a[at + 1]));
            }
        }
    }

    static void layernorm(float[] a, float[] b, int n, double[] out, double[] magnitude) {
        for (int row = 0; row < n; row++) {
            int from = row * WIDTH;
            double mean = 0;
            double largest = 0;
            for (int j = 0; j < WIDTH; j++) {
                mean += a[from + j] / (double) WIDTH;
                largest = Math.max(largest, Math.abs(a[from + j]));
            }
            double variance = 1e-5;
            for (int j = 0; j < WIDTH; j++) {
                variance += (a[from + j] - mean) * (a[from + j] - mean) / WIDTH;
            }
            for (int j = 0; j < WIDTH; j++) {
                double scale = b[j] / Math.sqrt(variance);
                double y = (a[from + j] - mean) * scale;
                out[from + j] = y < 0 ? 0 : y;
                magnitude[from + j] = (Math.abs(a[from + j] - mean) + largest) * Math.abs(scale);
            }
        }
    }
}
