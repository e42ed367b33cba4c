package dev.amdahl.core.stats;

/** The counter-based generator Philox4x32-10 (Salmon et al. 2011): the same codes on every backend. Stateless. */
public final class Philox {

    private static final long M0 = 0xD2511F53L;
    private static final long M1 = 0xCD9E8D57L;
    private static final int W0 = 0x9E3779B9;
    private static final int W1 = 0xBB67AE85;
    private static final int ROUNDS = 10;
    private static final long LOW = 0xFFFFFFFFL;

    private Philox() {}

    /** First output word for key = (low, high word of the seed) and counter = (index, 0, 0, 0); allocates nothing. */
    public static int firstWord(long seed, int index) {
        int c0 = index;
        int c1 = 0;
        int c2 = 0;
        int c3 = 0;
        int k0 = (int) seed;
        int k1 = (int) (seed >>> 32);
        for (int round = 0; round < ROUNDS; round++) {
            long p0 = M0 * (c0 & LOW);
            long p1 = M1 * (c2 & LOW);
            c0 = (int) (p1 >>> 32) ^ c1 ^ k0;
            c1 = (int) p1;
            c2 = (int) (p0 >>> 32) ^ c3 ^ k1;
            c3 = (int) p0;
            k0 += W0;
            k1 += W1;
        }
        return c0;
    }

    public static int[] words(int key0, int key1, int... counter) {
        int[] c = counter.clone();
        int k0 = key0;
        int k1 = key1;
        for (int round = 0; round < ROUNDS; round++) {
            long p0 = M0 * (c[0] & LOW);
            long p1 = M1 * (c[2] & LOW);
            c = new int[] {(int) (p1 >>> 32) ^ c[1] ^ k0, (int) p1, (int) (p0 >>> 32) ^ c[3] ^ k1, (int) p0};
            k0 += W0;
            k1 += W1;
        }
        return c;
    }
}
