package dev.amdahl.gpu.internal.cpu;

import java.util.Arrays;

/**
 * A product in binary64. Four rows of it are summed at once, and each row of the second factor is an array of its own as long as the sums:
 * that loop the just-in-time compiler turns into vector instructions, which it does not for parts of a larger array.
 */
final class Float64Product {
    private static final int WIDTH = 512;

    private final double[] a;
    private final double[][][] strips;
    private final int depth;

    /** Of dense factors of {@code depth} columns and rows; the second is cut into strips that stay in the first-level cache. */
    Float64Product(double[] a, double[] b, int depth, int columns) {
        this.a = a;
        this.depth = depth;
        this.strips = new double[(columns + WIDTH - 1) / WIDTH][depth][];
        for (int strip = 0; strip < strips.length; strip++) {
            int left = strip * WIDTH;
            for (int k = 0; k < depth; k++) {
                int at = k * columns + left;
                strips[strip][k] = Arrays.copyOfRange(b, at, at + Math.min(WIDTH, columns - left));
            }
        }
    }

    /** Writes rows of the product. */
    void rows(int from, int to, double[] c, int offset, int stride) {
        for (int strip = 0; strip < strips.length; strip++) {
            int width = strips[strip][0].length;
            double[][] sums = new double[4][width];
            for (int row = from; row < to; row += 4) {
                int height = Math.min(4, to - row);
                sum(row, height, strips[strip], sums);
                for (int i = 0; i < height; i++) {
                    System.arraycopy(sums[i], 0, c, offset + (row + i) * stride + strip * WIDTH, width);
                }
            }
        }
    }

    /** Rows beyond the last repeat it, and are not written. */
    private void sum(int row, int height, double[][] strip, double[][] sums) {
        for (double[] sum : sums) {
            Arrays.fill(sum, 0);
        }
        int a0 = row * depth;
        int a1 = (row + Math.min(1, height - 1)) * depth;
        int a2 = (row + Math.min(2, height - 1)) * depth;
        int a3 = (row + Math.min(3, height - 1)) * depth;
        for (int k = 0; k < depth; k++) {
            add(sums[0], sums[1], sums[2], sums[3], a[a0 + k], a[a1 + k], a[a2 + k], a[a3 + k], strip[k]);
        }
    }

    private static void add(
            double[] s0,
            double[] s1,
            double[] s2,
            double[] s3,
            double f0,
            double f1,
            double f2,
            double f3,
            double[] b) {
        for (int j = 0; j < s0.length; j++) {
            double value = b[j];
            s0[j] += f0 * value;
            s1[j] += f1 * value;
            s2[j] += f2 * value;
            s3[j] += f3 * value;
        }
    }
}
