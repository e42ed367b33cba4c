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
 * @param factorBytes of one entry of a factor
 * @param productBytes of one entry of the product
 * @param rate operations per second of the plain product
 * @param bandwidth bytes per second of copies, read and written
 */
public record BreakEven(Format format, int rank, int factorBytes, int productBytes, double rate, double bandwidth) {

    /** @throws IllegalArgumentException if one of the figures is not above 0 */
    public BreakEven {
        if (rank < 1 || factorBytes < 1 || productBytes < 1 || !(rate > 0) || !(bandwidth > 0)) {
            throw new IllegalArgumentException("no break-even of rank " + rank + ", " + factorBytes + " and "
                    + productBytes + " bytes, " + rate + " operations/s, " + bandwidth + " bytes/s");
        }
    }

    /** Of one scheme. */
    public static BreakEven of(Scheme scheme, int factorBytes, int productBytes, double rate, double bandwidth) {
        return new BreakEven(scheme.format(), scheme.rank(), factorBytes, productBytes, rate, bandwidth);
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
        return (double) rank / format.standardRank();
    }

    /** Bytes moved for each entry of a square matrix. */
    private double bytesPerEntry() {
        int left = format.n() * format.m();
        int right = format.m() * format.p();
        int product = format.n() * format.p();
        return factorBytes * ((double) (left + rank) / left + (double) (right + rank) / right)
                + productBytes * (double) (product + rank) / product;
    }
}
