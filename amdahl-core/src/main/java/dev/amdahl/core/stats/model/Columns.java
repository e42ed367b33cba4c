package dev.amdahl.core.stats.model;

/** Arithmetic of columns of numbers. */
final class Columns {

    private Columns() {}

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    static void add(double[] to, double[] column, double factor) {
        for (int i = 0; i < to.length; i++) {
            to[i] += factor * column[i];
        }
    }

    static double[] scaled(double[] values, double factor) {
        double[] scaled = values.clone();
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] *= factor;
        }
        return scaled;
    }

    /** Returns the largest size in the column, 1 where it holds nothing but zeros. */
    static double scale(double[] column) {
        double largest = 0;
        for (double value : column) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest < Double.MIN_NORMAL ? 1 : largest;
    }
}
