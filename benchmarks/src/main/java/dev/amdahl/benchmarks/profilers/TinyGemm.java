package dev.amdahl.benchmarks.profilers;

import java.util.Arrays;

/** A product of two small square matrices, row by row. Thread-safe as long as threads take different rows. */
final class TinyGemm {
    private final int size;
    private final double[] a;
    private final double[] b;
    private final double[] c;

    TinyGemm(int size) {
        this.size = size;
        a = new double[size * size];
        b = new double[size * size];
        c = new double[size * size];
        Arrays.setAll(a, i -> 1 + i % 7);
        Arrays.setAll(b, i -> 1 + i % 5);
    }

    /** Computes one of so many equal shares of the rows. */
    void part(int index, int parts) {
        for (int row = size * index / parts; row < size * (index + 1) / parts; row++) {
            Arrays.fill(c, row * size, (row + 1) * size, 0);
            for (int k = 0; k < size; k++) {
                double factor = a[row * size + k];
                for (int column = 0; column < size; column++) {
                    c[row * size + column] += factor * b[k * size + column];
                }
            }
        }
    }

    /** Returns the sum of the product's entries. */
    double sum() {
        return Arrays.stream(c).sum();
    }
}
