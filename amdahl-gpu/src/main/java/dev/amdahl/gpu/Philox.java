package dev.amdahl.gpu;

/**
 * The counter-based generator Philox4x32-10 (Salmon et al. 2011) as kernels and their twins use it: the same words on every
 * backend. Stateless and thread-safe.
 */
public final class Philox {
    private static final long MULTIPLIER_0 = 0xD2511F53L;
    private static final long MULTIPLIER_2 = 0xCD9E8D57L;
    private static final int WEYL_0 = 0x9E3779B9;
    private static final int WEYL_1 = 0xBB67AE85;
    private static final int ROUNDS = 10;

    private Philox() {}

    /** The same in CUDA C++: {@code uint4 philox(unsigned long long seed, uint4 counter)}. */
    public static String cuda() {
        return KernelSource.text(Philox.class, "philox.cuh");
    }

    /**
     * Replaces a counter of four words by the four words drawn for it; allocates nothing.
     *
     * @param seed the key, low word first
     */
    public static void draw(long seed, int[] counter) {
        int c0 = counter[0];
        int c1 = counter[1];
        int c2 = counter[2];
        int c3 = counter[3];
        int k0 = (int) seed;
        int k1 = (int) (seed >>> 32);
        for (int round = 0; round < ROUNDS; round++) {
            long p0 = MULTIPLIER_0 * Integer.toUnsignedLong(c0);
            long p2 = MULTIPLIER_2 * Integer.toUnsignedLong(c2);
            c0 = (int) (p2 >>> 32) ^ c1 ^ k0;
            c1 = (int) p2;
            c2 = (int) (p0 >>> 32) ^ c3 ^ k1;
            c3 = (int) p0;
            k0 += WEYL_0;
            k1 += WEYL_1;
        }
        counter[0] = c0;
        counter[1] = c1;
        counter[2] = c2;
        counter[3] = c3;
    }
}
