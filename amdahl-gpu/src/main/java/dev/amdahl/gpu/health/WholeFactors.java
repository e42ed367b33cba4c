package dev.amdahl.gpu.health;

import dev.amdahl.gpu.DeviceBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Two drawn square matrices of whole numbers so small that every sum of products is exact in every arithmetic, and the proof that a
 * matrix is their product: whole, and c x = a (b x) for drawn x, which a wrong c passes with a chance below 1 in 4 million (R. Freivalds, 1977).
 * Rows are drawn again where they are needed, so they take no memory.
 *
 * @param n rows and columns
 * @param seed of what is drawn
 */
record WholeFactors(int n, long seed) {
    private static final int BOUND = 8;
    private static final int PROBE_BOUND = 1000;
    private static final int PROBES = 2;

    <A> void uploadLeft(DeviceBuffer<A> buffer) {
        upload(buffer, 0);
    }

    <A> void uploadRight(DeviceBuffer<A> buffer) {
        upload(buffer, 1);
    }

    private <A> void upload(DeviceBuffer<A> buffer, int side) {
        for (int i = 0; i < n; i++) {
            buffer.upload(buffer.type().of(row(side, i)), 0, (long) i * n, n);
        }
    }

    private double[] row(int side, int i) {
        SplittableRandom random = new SplittableRandom(seed + 2L * i + side);
        double[] row = new double[n];
        for (int j = 0; j < n; j++) {
            row[j] = random.nextInt(-BOUND, BOUND + 1);
        }
        return row;
    }

    /** Returns the first row of a matrix that cannot be one of the product's; -1 if there is none. */
    <C> int wrongRow(DeviceBuffer<C> product) {
        double[][] probes = new double[PROBES][];
        for (int probe = 0; probe < PROBES; probe++) {
            SplittableRandom random = new SplittableRandom(~seed - probe);
            double[] drawn = new double[n];
            Arrays.setAll(drawn, j -> random.nextInt(-PROBE_BOUND, PROBE_BOUND + 1));
            probes[probe] = drawn;
        }
        double[][] right = new double[PROBES][n];
        for (int k = 0; k < n; k++) {
            double[] row = row(1, k);
            for (int probe = 0; probe < PROBES; probe++) {
                right[probe][k] = dot(row, probes[probe]);
            }
        }
        C host = product.type().array(n);
        for (int i = 0; i < n; i++) {
            product.download((long) i * n, host, 0, n);
            double[] found = product.type().values(host);
            if (!areWhole(found)) {
                return i;
            }
            double[] left = row(0, i);
            for (int probe = 0; probe < PROBES; probe++) {
                if (dot(found, probes[probe]) != dot(left, right[probe])) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static boolean areWhole(double[] numbers) {
        for (double number : numbers) {
            if (number != Math.rint(number)) {
                return false;
            }
        }
        return true;
    }

    /** Whole numbers far below 2^53, hence exact; what is not a number equals nothing. */
    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
