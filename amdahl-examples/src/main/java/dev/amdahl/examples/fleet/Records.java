package dev.amdahl.examples.fleet;

import java.util.Arrays;
import java.util.SplittableRandom;

/** The encoded input of a job, generated from its seed: records of variable-length integers; immutable. */
final class Records {
    static final int FIELDS = 32;
    private static final int MAX_BYTES = 4 * FIELDS;

    private final byte[] encoded;
    private final int[] offsets;

    private Records(byte[] encoded, int[] offsets) {
        this.encoded = encoded;
        this.offsets = offsets;
    }

    static Records generate(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = new byte[count * MAX_BYTES];
        int[] offsets = new int[count + 1];
        int at = 0;
        for (int record = 0; record < count; record++) {
            for (int field = 0; field < FIELDS; field += 2) {
                long bits = random.nextLong();
                at = encode(bytes, at, (int) bits >>> (5 + ((int) (bits >>> 32) & 15)));
                at = encode(bytes, at, (int) (bits >>> 36) & 0x3fff);
            }
            offsets[record + 1] = at;
        }
        return new Records(Arrays.copyOf(bytes, at), offsets);
    }

    private static int encode(byte[] bytes, int from, int value) {
        int at = from;
        int rest = value;
        while (rest > 0x7f) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        return at;
    }

    byte[] encoded() {
        return encoded;
    }

    int offset(int record) {
        return offsets[record];
    }

    String digest() {
        return new Digest().add(encoded, encoded.length).hex();
    }
}
