package dev.amdahl.examples.fleet;

/** Rows of features, row by row. */
final class Batch {
    static final int ROWS = 32;
    static final int FEATURES = 64;

    private Batch() {}

    static double[] empty() {
        return new double[ROWS * FEATURES];
    }

    /** Maps any finite value into (-1, 1). */
    static double squash(double value) {
        return value / (1 + Math.abs(value));
    }
}
