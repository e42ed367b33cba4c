package dev.amdahl.gpu.kernel;

import dev.amdahl.gpu.HalfFloat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;

/** The type of an input's elements. Their values are floats here, which each type holds exactly; results are floats always. */
public enum InputType {
    FLOAT32("float", "fp32", Float.BYTES) {
        @Override
        float fit(float drawn) {
            return drawn;
        }

        @Override
        void put(ByteBuffer to, float value) {
            to.putFloat(value);
        }
    },
    FLOAT64("double", "fp64", Double.BYTES) {
        @Override
        float fit(float drawn) {
            return drawn;
        }

        @Override
        void put(ByteBuffer to, float value) {
            to.putDouble(value);
        }
    },
    /** The upper half of a float, as bits. */
    BFLOAT16("unsigned short", "bf16", Short.BYTES) {
        @Override
        float fit(float drawn) {
            return Float.intBitsToFloat(Float.floatToRawIntBits(drawn) & 0xffff0000);
        }

        @Override
        void put(ByteBuffer to, float value) {
            to.putShort((short) (Float.floatToRawIntBits(value) >>> 16));
        }
    },
    /** IEEE 754 binary16, as bits. */
    FLOAT16("unsigned short", "fp16", Short.BYTES) {
        @Override
        float fit(float drawn) {
            return HalfFloat.ofFloat16(HalfFloat.toFloat16(drawn));
        }

        @Override
        void put(ByteBuffer to, float value) {
            to.putShort(HalfFloat.toFloat16(value));
        }
    },
    /** A whole number from 0 below a bound, such as the number of a row. */
    INT32("int", "i32", Integer.BYTES) {
        @Override
        float fit(float drawn) {
            throw new IllegalStateException("an index is drawn below its bound");
        }

        @Override
        void put(ByteBuffer to, float value) {
            to.putInt((int) value);
        }
    },
    /** A whole number from -127 to 127. */
    INT8("signed char", "i8", Byte.BYTES) {
        private static final float STEPS = 32;
        private static final float LARGEST = 127;

        @Override
        float fit(float drawn) {
            return Math.max(-LARGEST, Math.min(LARGEST, Math.round(STEPS * drawn)));
        }

        @Override
        void put(ByteBuffer to, float value) {
            to.put((byte) value);
        }
    };

    private static final int EXACT = 1 << 24;

    private final String text;
    private final String triton;
    private final int bytes;

    InputType(String text, String triton, int bytes) {
        this.text = text;
        this.triton = triton;
        this.bytes = bytes;
    }

    /** Returns the type in CUDA C++. */
    String text() {
        return text;
    }

    /** Returns the type in Triton. */
    String triton() {
        return triton;
    }

    /** Returns what a type holds that is near a value. */
    abstract float fit(float drawn);

    abstract void put(ByteBuffer to, float value);

    /** Returns whether it has values that are no number. */
    boolean hasNaN() {
        return this != INT32 && this != INT8;
    }

    /**
     * Returns a value of this type near one that was drawn, or for an index one of its own.
     *
     * @param below the bound of an index
     */
    float of(float drawn, int below, RandomGenerator random) {
        return this == INT32 ? random.nextInt(Math.min(below, EXACT)) : fit(drawn);
    }

    /** Returns how many words of 32 bits so many elements take. */
    int words(int length) {
        return Math.toIntExact(((long) length * bytes + Float.BYTES - 1) / Float.BYTES);
    }

    /** Returns the elements as they lie in memory, in words of 32 bits; what is left of the last is zero. */
    float[] packed(float[] values) {
        if (this == FLOAT32) {
            return values;
        }
        ByteBuffer packed =
                ByteBuffer.allocate(words(values.length) * Float.BYTES).order(ByteOrder.nativeOrder());
        for (float value : values) {
            put(packed, value);
        }
        float[] words = new float[words(values.length)];
        packed.rewind().asFloatBuffer().get(words);
        return words;
    }
}
