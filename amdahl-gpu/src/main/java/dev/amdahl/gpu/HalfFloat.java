package dev.amdahl.gpu;

/** Numbers of fewer bits than a binary32 has, rounded to the nearest and ties to even. */
public final class HalfFloat {
    private static final int SIGN = 0x8000_0000;
    private static final int INFINITY_16 = 0x7c00;
    private static final float MIN_NORMAL_16 = 0x1p-14f;
    private static final float SUBNORMAL_UNIT_16 = 0x1p-24f;
    private static final float BEYOND_16 = 65520f;

    private HalfFloat() {}

    /** Returns the value of a bfloat16. */
    public static float ofBfloat16(short bits) {
        return Float.intBitsToFloat(bits << 16);
    }

    /** Returns the nearest bfloat16. */
    public static short toBfloat16(float value) {
        if (Float.isNaN(value)) {
            return (short) 0x7fc0;
        }
        return (short) (rounded(Float.floatToRawIntBits(value), 16) >>> 16);
    }

    /** Returns the nearest number of 11 significant bits, as tensor cores read a binary32. */
    public static float toTf32(float value) {
        return Float.isFinite(value) ? Float.intBitsToFloat(rounded(Float.floatToRawIntBits(value), 13)) : value;
    }

    /** Returns the bits with the low ones rounded away; a carry into the exponent is right as it is. */
    private static int rounded(int bits, int dropped) {
        int odd = (bits >>> dropped) & 1;
        return (bits + (1 << (dropped - 1)) - 1 + odd) & -(1 << dropped);
    }

    /** Returns the value of a binary16. */
    public static float ofFloat16(short bits) {
        int exponent = bits & INFINITY_16;
        int sign = (bits << 16) & SIGN;
        if (exponent == 0) {
            return Math.copySign((bits & 0x3ff) * SUBNORMAL_UNIT_16, Float.intBitsToFloat(sign | 0x3f80_0000));
        }
        int widened = exponent == INFINITY_16 ? 0x7f80_0000 : (exponent << 13) + (112 << 23);
        return Float.intBitsToFloat(sign | widened | (bits & 0x3ff) << 13);
    }

    /** Returns the nearest binary16; magnitudes from 65520 on become infinite. */
    public static short toFloat16(float value) {
        int sign = (Float.floatToRawIntBits(value) & SIGN) >>> 16;
        float size = Math.abs(value);
        if (Float.isNaN(value)) {
            return (short) 0x7e00;
        }
        if (size >= BEYOND_16) {
            return (short) (sign | INFINITY_16);
        }
        if (size < MIN_NORMAL_16) {
            return (short) (sign | (int) Math.rint(size / SUBNORMAL_UNIT_16));
        }
        return (short) (sign | (rounded(Float.floatToRawIntBits(size), 13) - (112 << 23)) >>> 13);
    }
}
