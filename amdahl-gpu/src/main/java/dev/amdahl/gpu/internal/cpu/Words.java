package dev.amdahl.gpu.internal.cpu;

import java.util.function.IntUnaryOperator;

/**
 * An array as 32-bit words, the first element lowest; what is left over beyond the last whole word is not seen.
 *
 * @param count the number of whole words
 */
record Words(int count, IntUnaryOperator reading, Writing writing) {
    private static final long LOW = 0xFFFF_FFFFL;

    interface Writing {
        void set(int index, int word);
    }

    int get(int index) {
        return reading.applyAsInt(index);
    }

    void set(int index, int word) {
        writing.set(index, word);
    }

    static Words of(Object array) {
        if (array instanceof int[] ints) {
            return new Words(ints.length, i -> ints[i], (i, word) -> ints[i] = word);
        } else if (array instanceof float[] floats) {
            return new Words(
                    floats.length,
                    i -> Float.floatToRawIntBits(floats[i]),
                    (i, word) -> floats[i] = Float.intBitsToFloat(word));
        } else if (array instanceof long[] longs) {
            return new Words(
                    Math.multiplyExact(2, longs.length),
                    i -> half(longs[i >> 1], i),
                    (i, word) -> longs[i >> 1] = withHalf(longs[i >> 1], i, word));
        } else if (array instanceof double[] doubles) {
            return new Words(
                    Math.multiplyExact(2, doubles.length),
                    i -> half(Double.doubleToRawLongBits(doubles[i >> 1]), i),
                    (i, word) -> doubles[i >> 1] =
                            Double.longBitsToDouble(withHalf(Double.doubleToRawLongBits(doubles[i >> 1]), i, word)));
        } else if (array instanceof short[] shorts) {
            return new Words(
                    shorts.length / 2, i -> (shorts[2 * i] & 0xFFFF) | (shorts[2 * i + 1] << 16), (i, word) -> {
                        shorts[2 * i] = (short) word;
                        shorts[2 * i + 1] = (short) (word >>> 16);
                    });
        } else if (array instanceof byte[] bytes) {
            return new Words(bytes.length / 4, i -> word(bytes, 4 * i), (i, word) -> {
                for (int part = 0; part < 4; part++) {
                    bytes[4 * i + part] = (byte) (word >>> (8 * part));
                }
            });
        }
        throw new IllegalStateException("no words in a " + array.getClass().getSimpleName());
    }

    private static int half(long bits, int index) {
        return (int) (bits >>> (32 * (index & 1)));
    }

    private static long withHalf(long bits, int index, int word) {
        return (index & 1) == 0 ? (bits & ~LOW) | (word & LOW) : (bits & LOW) | ((long) word << 32);
    }

    private static int word(byte[] bytes, int at) {
        return (bytes[at] & 0xFF)
                | (bytes[at + 1] & 0xFF) << 8
                | (bytes[at + 2] & 0xFF) << 16
                | (bytes[at + 3] & 0xFF) << 24;
    }
}
