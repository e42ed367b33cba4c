package dev.amdahl.core.internal.stats;

import dev.amdahl.spi.experiment.Philox;
import java.util.Arrays;

/**
 * The signed sums of a sample under the 2^k sign vectors of a subgroup: pair i has a code of k bits, and sign vector x gives it
 * (-1)^(x.code), so that vector 0 is the identity. One Walsh-Hadamard transform makes all sums. A table of 2^(k+3) bytes
 * that is meant to be filled again and again; mutable, for one thread at a time.
 */
public final class SubgroupSums {

    /** Most bits of a code. */
    public static final int MAX_BITS = 24;

    private static final int COLUMN_BITS = 7;
    private static final int COLUMNS = 1 << COLUMN_BITS;
    private static final int SPARSE = 32;
    private static final double[][] SIGNS = new double[COLUMNS][];

    static {
        Arrays.setAll(SIGNS, y -> WalshHadamard.signs(y, COLUMNS));
    }

    private final double[][] rows;
    private final double[] tally;

    /**
     * Returns an empty table.
     *
     * @throws IllegalArgumentException if bits is not in 1 to {@value #MAX_BITS}
     */
    public SubgroupSums(int bits) {
        requireBits(bits);
        int columns = Math.min(COLUMNS, 1 << bits);
        this.rows = new double[(1 << bits) / columns][columns];
        this.tally = new double[columns];
    }

    /** Refuses a number of bits that no table has. */
    public static int requireBits(int bits) {
        if (bits < 1 || bits > MAX_BITS) {
            throw new IllegalArgumentException("k must lie in 1 to " + MAX_BITS + ", was " + bits);
        }
        return bits;
    }

    /** Random codes: code i is the low bits of Philox4x32-10 with the seed as key at counter (i, 0, 0, 0). */
    public static int[] randomCodes(int n, int bits, long seed) {
        return Philox.codes(n, requireBits(bits), seed);
    }

    /** Codes that make the subgroup all of the 2^n sign vectors. */
    public static int[] unitCodes(int n) {
        int[] codes = new int[requireBits(n)];
        Arrays.setAll(codes, i -> 1 << i);
        return codes;
    }

    /** Replaces the sums by those of these values; exact when the values are units of a {@link FixedPoint}. */
    public void fill(double[] values, int[] codes) {
        for (double[] row : rows) {
            Arrays.fill(row, 0);
        }
        int columns = tally.length;
        int shift = Integer.numberOfTrailingZeros(columns);
        if (columns == COLUMNS && (long) SPARSE * values.length <= (long) columns * rows.length) {
            for (int i = 0; i < values.length; i++) {
                add(rows[codes[i] >>> shift], SIGNS[codes[i] & (columns - 1)], values[i]);
            }
        } else {
            for (int i = 0; i < values.length; i++) {
                rows[codes[i] >>> shift][codes[i] & (columns - 1)] += values[i];
            }
            for (double[] row : rows) {
                WalshHadamard.withinRow(row);
            }
        }
        WalshHadamard.acrossRows(rows);
    }

    private static void add(double[] row, double[] signs, double value) {
        for (int i = 0; i < row.length; i++) {
            row[i] += value * signs[i];
        }
    }

    /** Returns the sum under the identity: the sum of the sample. */
    public double identity() {
        return rows[0][0];
    }

    /**
     * Writes the mean of the values that each sign vector turns, those vectors left out that turn none.
     *
     * @param signs the sums of n ones under the same codes
     * @return how many means were written
     */
    public int turnedMeans(SubgroupSums signs, double[] means) {
        double sum = identity();
        double n = signs.identity();
        int written = 0;
        for (int r = 0; r < rows.length; r++) {
            double[] row = rows[r];
            double[] ones = signs.rows[r];
            for (int i = 0; i < row.length; i++) {
                double lacking = n - ones[i];
                if (lacking > 0) {
                    means[written++] = (sum - row[i]) / lacking;
                }
            }
        }
        return written;
    }

    /** Returns how many whole sums are at least the whole bound. */
    public long countAtLeast(double bound) {
        Arrays.fill(tally, 0);
        for (double[] row : rows) {
            tally(tally, row, bound);
        }
        return reached();
    }

    /** Returns how many whole sums are at least the whole bound in magnitude. */
    public long countMagnitudeAtLeast(double bound) {
        Arrays.fill(tally, 0);
        for (double[] row : rows) {
            tallyMagnitude(tally, row, bound);
        }
        return reached();
    }

    /** Adds 1 for a whole number that reaches the bound and -1 for any other, without a branch. */
    private static void tally(double[] tally, double[] row, double bound) {
        double below = bound - 1;
        for (int i = 0; i < tally.length; i++) {
            tally[i] += Math.abs(row[i] - below) - Math.abs(row[i] - bound);
        }
    }

    private static void tallyMagnitude(double[] tally, double[] row, double bound) {
        double below = bound - 1;
        for (int i = 0; i < tally.length; i++) {
            double size = Math.abs(row[i]);
            tally[i] += Math.abs(size - below) - Math.abs(size - bound);
        }
    }

    private long reached() {
        long balance = 0;
        for (double part : tally) {
            balance += (long) part;
        }
        return ((long) rows.length * tally.length + balance) / 2;
    }

    /**
     * Raises each entry of these maxima to the size of the sum at its place, or the sum as it stands, times the factor.
     *
     * @return how many of the maxima are then at least the bound
     */
    public long raise(SubgroupSums maxima, double factor, boolean magnitude, double bound) {
        long count = 0;
        for (int r = 0; r < rows.length; r++) {
            double[] largest = maxima.rows[r];
            if (magnitude) {
                raiseMagnitude(largest, rows[r], factor);
            } else {
                raise(largest, rows[r], factor);
            }
            count += countAtLeast(largest, bound);
        }
        return count;
    }

    private static int countAtLeast(double[] row, double bound) {
        int count = 0;
        for (double entry : row) {
            count += entry >= bound ? 1 : 0;
        }
        return count;
    }

    private static void raise(double[] maxima, double[] row, double factor) {
        for (int i = 0; i < maxima.length; i++) {
            maxima[i] = Math.max(maxima[i], row[i] * factor);
        }
    }

    private static void raiseMagnitude(double[] maxima, double[] row, double factor) {
        for (int i = 0; i < maxima.length; i++) {
            maxima[i] = Math.max(maxima[i], Math.abs(row[i]) * factor);
        }
    }

    /** Sets every entry. */
    public void clear(double value) {
        for (double[] row : rows) {
            Arrays.fill(row, value);
        }
    }
}
