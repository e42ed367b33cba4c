package dev.amdahl.core.internal.stats;

import java.util.Arrays;

/**
 * The unnormalised fast Walsh-Hadamard transform, in place, of a table whose entry (r, c) stands for index r * columns + c;
 * stateless and thread-safe.
 *
 * <p>The table is an array of rows so that the butterflies between rows run over distinct arrays: those loops the
 * just-in-time compiler turns into vector instructions, which it does not for two halves of one array. Sixteen rows at a
 * time stay in the first-level cache for four of the k stages.
 */
public final class WalshHadamard {
    private static final int UPPER = 64;

    private WalshHadamard() {}

    /**
     * Entry x becomes the sum over y of entry y times (-1)^(x.y).
     *
     * @throws IllegalArgumentException if the rows differ in length, or a side of the table is no power of two
     */
    public static void transform(double[][] rows) {
        requirePowerOfTwo("rows", rows.length);
        requirePowerOfTwo("columns", rows[0].length);
        for (double[] row : rows) {
            if (row.length != rows[0].length) {
                throw new IllegalArgumentException(
                        "all rows must have " + rows[0].length + " columns, one has " + row.length);
            }
            withinRow(row);
        }
        acrossRows(rows);
    }

    /** The stages of the low bits, which lie within one row. */
    static void withinRow(double[] row) {
        int half = 1;
        if (row.length >= 8) {
            for (int i = 0; i < row.length; i += 8) {
                eight(row, i, 1);
            }
            half = 8;
        }
        for (; 8 * half <= row.length; half *= 8) {
            for (int block = 0; block < row.length; block += 8 * half) {
                for (int i = block; i < block + half; i++) {
                    eight(row, i, half);
                }
            }
        }
        if (row.length == 2 * UPPER && half == UPPER) {
            upper(row);
            return;
        }
        for (; half < row.length; half *= 2) {
            for (int block = 0; block < row.length; block += 2 * half) {
                for (int i = block; i < block + half; i++) {
                    double a = row[i];
                    double b = row[i + half];
                    row[i] = a + b;
                    row[i + half] = a - b;
                }
            }
        }
    }

    /** The last stage at a distance that is a constant, which the compiler turns into vector instructions. */
    private static void upper(double[] row) {
        for (int i = 0; i < UPPER; i++) {
            double a = row[i];
            double b = row[i + UPPER];
            row[i] = a + b;
            row[i + UPPER] = a - b;
        }
    }

    /** The stages of the high bits, which choose the row. */
    static void acrossRows(double[][] rows) {
        int half = 1;
        for (; 16 * half <= rows.length; half *= 16) {
            for (int block = 0; block < rows.length; block += 16 * half) {
                for (int i = block; i < block + half; i++) {
                    for (int quarter = 0; quarter < 4; quarter++) {
                        four(rows, i + 4 * quarter * half, half);
                    }
                    for (int quarter = 0; quarter < 4; quarter++) {
                        four(rows, i + quarter * half, 4 * half);
                    }
                }
            }
        }
        for (; 4 * half <= rows.length; half *= 4) {
            for (int block = 0; block < rows.length; block += 4 * half) {
                for (int i = block; i < block + half; i++) {
                    four(rows, i, half);
                }
            }
        }
        if (2 * half <= rows.length) {
            for (int i = 0; i < half; i++) {
                two(rows[i], rows[i + half]);
            }
        }
    }

    private static void four(double[][] rows, int first, int step) {
        four(rows[first], rows[first + step], rows[first + 2 * step], rows[first + 3 * step]);
    }

    private static void four(double[] a, double[] b, double[] c, double[] d) {
        for (int i = 0; i < a.length; i++) {
            double ab = a[i] + b[i];
            double aMinusB = a[i] - b[i];
            double cd = c[i] + d[i];
            double cMinusD = c[i] - d[i];
            a[i] = ab + cd;
            b[i] = aMinusB + cMinusD;
            c[i] = ab - cd;
            d[i] = aMinusB - cMinusD;
        }
    }

    private static void two(double[] a, double[] b) {
        for (int i = 0; i < a.length; i++) {
            double x = a[i];
            double y = b[i];
            a[i] = x + y;
            b[i] = x - y;
        }
    }

    private static void eight(double[] a, int i, int h) {
        double p0 = a[i] + a[i + h];
        double p1 = a[i] - a[i + h];
        double p2 = a[i + 2 * h] + a[i + 3 * h];
        double p3 = a[i + 2 * h] - a[i + 3 * h];
        double p4 = a[i + 4 * h] + a[i + 5 * h];
        double p5 = a[i + 4 * h] - a[i + 5 * h];
        double p6 = a[i + 6 * h] + a[i + 7 * h];
        double p7 = a[i + 6 * h] - a[i + 7 * h];
        double q0 = p0 + p2;
        double q1 = p1 + p3;
        double q2 = p0 - p2;
        double q3 = p1 - p3;
        double q4 = p4 + p6;
        double q5 = p5 + p7;
        double q6 = p4 - p6;
        double q7 = p5 - p7;
        a[i] = q0 + q4;
        a[i + h] = q1 + q5;
        a[i + 2 * h] = q2 + q6;
        a[i + 3 * h] = q3 + q7;
        a[i + 4 * h] = q0 - q4;
        a[i + 5 * h] = q1 - q5;
        a[i + 6 * h] = q2 - q6;
        a[i + 7 * h] = q3 - q7;
    }

    /** Row y of the matrix of the given order: (-1)^(x.y) at x. */
    static double[] signs(int y, int order) {
        double[] signs = new double[order];
        Arrays.setAll(signs, x -> 1 - 2 * (Integer.bitCount(x & y) & 1));
        return signs;
    }

    private static void requirePowerOfTwo(String name, int value) {
        if (Integer.bitCount(value) != 1) {
            throw new IllegalArgumentException(name + " must be a power of two, was " + value);
        }
    }
}
