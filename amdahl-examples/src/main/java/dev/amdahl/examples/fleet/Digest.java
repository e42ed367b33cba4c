package dev.amdahl.examples.fleet;

/** A 64-bit digest that depends on every value and its position; not cryptographic, not thread-safe. */
public final class Digest {
    private long state = 0x9E3779B97F4A7C15L;

    /** Adds one value. */
    public Digest add(long value) {
        long mixed = (state ^ value) * 0xBF58476D1CE4E5B9L;
        state = (mixed ^ (mixed >>> 29)) + 0x94D049BB133111EBL;
        return this;
    }

    /** Adds the bits of each value. */
    public Digest add(double[] values) {
        for (double value : values) {
            add(Double.doubleToRawLongBits(value));
        }
        return this;
    }

    /** Adds each byte. */
    public Digest add(byte[] values, int length) {
        int i = 0;
        for (; i + 8 <= length; i += 8) {
            long word = 0;
            for (int b = 0; b < 8; b++) {
                word = (word << 8) | (values[i + b] & 0xff);
            }
            add(word);
        }
        for (; i < length; i++) {
            add(values[i]);
        }
        return add(length);
    }

    /** Sixteen hexadecimal digits. */
    public String hex() {
        String digits = Long.toHexString(state ^ (state >>> 32));
        StringBuilder hex = new StringBuilder(16);
        for (int i = digits.length(); i < 16; i++) {
            hex.append('0');
        }
        return hex.append(digits).toString();
    }
}
