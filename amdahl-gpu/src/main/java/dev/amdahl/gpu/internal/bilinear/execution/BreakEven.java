package dev.amdahl.gpu.internal.bilinear.execution;

import dev.amdahl.gpu.bilinear.Format;
import dev.amdahl.gpu.bilinear.Scheme;

/**
 * When a scheme on blocks is faster than the plain product: it multiplies {@code rank / nmp} of it, and pays by reading each block once
 * and writing each combination once for either factor, and by reading each product once and writing each block once. Times are those of
 * square matrices. Immutable, thread-safe.
 *
 * @param format of the scheme
 * @param rank of the scheme
 * @param levels how deep it goes
 * @param factorBytes of one entry of a factor
 * @param productBytes of one entry of the product
 * @param rate operations per second of the plain product
 * @param bandwidth bytes per second of copies, read and written
 */
public record BreakEven(
        Format format, int rank, int levels, int factorBytes, int productBytes, double rate, double bandwidth) {

    /** @throws IllegalArgumentException if one of the figures is not above 0 */
    public BreakEven {
        if (rank < 1 || levels < 1 || factorBytes < 1 || productBytes < 1 || !(rate > 0) || !(bandwidth > 0)) {
            throw new IllegalArgumentException("no break-even of rank " + rank + ", " + factorBytes + " and "
                    + productBytes + " bytes, " + rate + " operations/s, " + bandwidth + " bytes/s");
        }
    }

    /** Of one scheme, one level deep. */
    public static BreakEven of(Scheme scheme, int factorBytes, int productBytes, double rate, double bandwidth) {
        return new BreakEven(scheme.format(), scheme.rank(), 1, factorBytes, productBytes, rate, bandwidth);
    }

    /** Returns the same where the scheme goes so deep. */
    public BreakEven deep(int deep) {
        return new BreakEven(format, rank, deep, factorBytes, productBytes, rate, bandwidth);
    }

    /** Seconds of the plain product of matrices of n rows. */
    public double plainSeconds(double n) {
        return 2 * n * n * n / rate;
    }

    /** Seconds of the scheme. */
    public double schemeSeconds(double n) {
        return share() * plainSeconds(n) + bytesPerEntry() * n * n / bandwidth;
    }

    /** Returns how many times as fast the scheme is; below 1 it is slower. */
    public double speedup(double n) {
        return plainSeconds(n) / schemeSeconds(n);
    }

    /** Returns the rows from which the scheme is faster; infinite if it saves no multiplication. */
    public double rows() {
        double saved = 1 - share();
        return saved > 0 ? bytesPerEntry() * rate / (2 * bandwidth * saved) : Double.POSITIVE_INFINITY;
    }

    private double share() {
        return Math.pow((double) rank / format.standardRank(), levels);
    }

    /** Bytes moved for each entry of a square matrix. */
    private double bytesPerEntry() {
        return factorBytes * (passes(format.n() * format.m()) + passes(format.m() * format.p()))
                + productBytes * passes(format.n() * format.p());
    }

    /** Reads and writes for each entry of a matrix of so many blocks: on each level there are rank / blocks times as many entries. */
    private double passes(int blocks) {
        double more = (double) rank / blocks;
        double passes = 0;
        for (int level = 0; level < levels; level++) {
            passes += Math.pow(more, level) * (1 + more);
        }
        return passes;
    }
}
