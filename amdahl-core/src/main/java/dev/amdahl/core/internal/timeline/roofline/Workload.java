package dev.amdahl.core.internal.timeline.roofline;

/**
 * What a kernel has to do.
 *
 * @param flops floating-point operations
 * @param bytes moved between device memory and chip
 */
public record Workload(double flops, double bytes) {
    public Workload {
        if (!(flops >= 0 && bytes > 0 && Double.isFinite(flops) && Double.isFinite(bytes))) {
            throw new IllegalArgumentException("need flops >= 0 and bytes > 0, were " + flops + " and " + bytes);
        }
    }

    /** Creates a product of an m x k and a k x n matrix, each matrix moved once: 2 m n k operations. */
    public static Workload gemm(long m, long n, long k, int elementBytes) {
        return new Workload(2.0 * m * n * k, ((double) m * k + (double) k * n + (double) m * n) * elementBytes);
    }

    /** Arithmetic intensity, operations per byte. */
    public double intensity() {
        return flops / bytes;
    }
}
