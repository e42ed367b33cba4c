package dev.amdahl.gpu.roofline;

/**
 * What a kernel has to do at least.
 *
 * @param flops floating-point operations
 * @param bytes read and written, each matrix or vector once
 */
public record Work(double flops, double bytes) {

    /** @throws IllegalArgumentException if flops are negative, bytes not above 0, or either is not finite */
    public Work {
        if (!(flops >= 0 && bytes > 0) || Double.isInfinite(flops) || Double.isInfinite(bytes)) {
            throw new IllegalArgumentException(
                    "work is operations from 0 and bytes above 0, was " + flops + " and " + bytes);
        }
    }

    /** Returns the product of two square matrices of n rows: 2 n^3 operations on three matrices. */
    public static Work gemm(long n, int factorBytes, int productBytes) {
        double entries = (double) n * n;
        return new Work(2 * entries * n, entries * (2.0 * factorBytes + productBytes));
    }

    /** Creates a copy: as many bytes read as written. */
    public static Work copy(double bytes) {
        return new Work(0, 2 * bytes);
    }

    /** Arithmetic intensity, operations per byte. */
    public double intensity() {
        return flops / bytes;
    }
}
