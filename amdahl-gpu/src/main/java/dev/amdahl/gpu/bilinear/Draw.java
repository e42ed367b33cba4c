package dev.amdahl.gpu.bilinear;

/** Marsaglia's xorshift generator with Vigna's multiplication (xorshift64*): a nanosecond a draw. Not thread-safe. */
final class Draw {
    private long state;

    Draw(long seed) {
        long mixed = (seed + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        state = (mixed ^ (mixed >>> 29)) | 1;
    }

    /** 64 bits. */
    long next() {
        state ^= state >>> 12;
        state ^= state << 25;
        state ^= state >>> 27;
        return state * 0x2545F4914F6CDD1DL;
    }

    /** From 0 to below the bound. */
    int below(int bound) {
        return (int) (((next() >>> 32) * bound) >>> 32);
    }
}
