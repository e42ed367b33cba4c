package dev.amdahl.core.stats;

/** The unnormalised fast Walsh-Hadamard transform, in place. Stateless, thread-safe. */
public final class WalshHadamard {

    private WalshHadamard() {}

    /** a[x] becomes the sum over y of a[y] (-1)^(x.y); the length is a power of two. */
    public static void transform(double[] a) {
        for (int half = 1; half < a.length; half *= 2) {
            for (int block = 0; block < a.length; block += 2 * half) {
                for (int i = block; i < block + half; i++) {
                    double x = a[i];
                    double y = a[i + half];
                    a[i] = x + y;
                    a[i + half] = x - y;
                }
            }
        }
    }
}
