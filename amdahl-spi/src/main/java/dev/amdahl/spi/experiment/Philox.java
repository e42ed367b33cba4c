package dev.amdahl.spi.experiment;

/**
 * The counter-based generator Philox4x32-10 (Salmon et al. 2011), from which every {@link Resampler} draws its codes: the same words on
 * every backend.
 */
public final class Philox {
    private static final long MULTIPLIER_0 = 0xD2511F53L;
    private static final long MULTIPLIER_2 = 0xCD9E8D57L;
    private static final int WEYL_0 = 0x9E3779B9;
    private static final int WEYL_1 = 0xBB67AE85;
    private static final int ROUNDS = 10;
    private static final long LOW = 0xFFFFFFFFL;

    private Philox() {}

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
            long p0 = MULTIPLIER_0 * (c0 & LOW);
            long p2 = MULTIPLIER_2 * (c2 & LOW);
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

    /** Returns the four words for a counter. */
    public static int[] words(long seed, int c0, int c1, int c2, int c3) {
        int[] words = {c0, c1, c2, c3};
        draw(seed, words);
        return words;
    }

    /** Returns the codes of {@link Resampler#signFlipCounts}: the low bits of the first word at counter (i, 0, 0, 0), for each i in turn. */
    public static int[] codes(int count, int bits, long seed) {
        int mask = bits == Integer.SIZE ? -1 : (1 << bits) - 1;
        int[] codes = new int[count];
        int[] counter = new int[4];
        for (int i = 0; i < count; i++) {
            counter[0] = i;
            counter[1] = 0;
            counter[2] = 0;
            counter[3] = 0;
            draw(seed, counter);
            codes[i] = counter[0] & mask;
        }
        return codes;
    }
}
