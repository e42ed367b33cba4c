package dev.amdahl.gpu;

import java.lang.reflect.Array;
import java.util.List;

/**
 * What a buffer's elements are, and the Java array that holds them on the host. Immutable and thread-safe.
 *
 * @param <A> the array type
 */
public final class ElementType<A> {
    public static final ElementType<byte[]> INT8 = new ElementType<>(
            "int8", 1, byte[].class, (array, i, value) -> array[i] = (byte) Math.rint(value), (array, i) -> array[i]);
    /** IEEE 754 binary16, as its bits; {@link HalfFloat} converts. */
    public static final ElementType<short[]> FLOAT16 = new ElementType<>(
            "float16",
            2,
            short[].class,
            (array, i, value) -> array[i] = HalfFloat.toFloat16((float) value),
            (array, i) -> HalfFloat.ofFloat16(array[i]));
    /** The upper half of a binary32, as its bits; {@link HalfFloat} converts. */
    public static final ElementType<short[]> BFLOAT16 = new ElementType<>(
            "bfloat16",
            2,
            short[].class,
            (array, i, value) -> array[i] = HalfFloat.toBfloat16((float) value),
            (array, i) -> HalfFloat.ofBfloat16(array[i]));

    public static final ElementType<int[]> INT32 = new ElementType<>(
            "int32", 4, int[].class, (array, i, value) -> array[i] = (int) Math.rint(value), (array, i) -> array[i]);
    public static final ElementType<float[]> FLOAT32 = new ElementType<>(
            "float32", 4, float[].class, (array, i, value) -> array[i] = (float) value, (array, i) -> array[i]);
    public static final ElementType<long[]> INT64 = new ElementType<>(
            "int64", 8, long[].class, (array, i, value) -> array[i] = (long) Math.rint(value), (array, i) -> array[i]);
    public static final ElementType<double[]> FLOAT64 = new ElementType<>(
            "float64", 8, double[].class, (array, i, value) -> array[i] = value, (array, i) -> array[i]);

    private static final List<ElementType<?>> ALL = List.of(INT8, FLOAT16, BFLOAT16, INT32, FLOAT32, INT64, FLOAT64);

    private final String name;
    private final int bytes;
    private final Class<A> array;
    private final Writing<A> writing;
    private final Reading<A> reading;

    private interface Writing<A> {
        void set(A array, int index, double value);
    }

    private interface Reading<A> {
        double get(A array, int index);
    }

    private ElementType(String name, int bytes, Class<A> array, Writing<A> writing, Reading<A> reading) {
        this.name = name;
        this.bytes = bytes;
        this.array = array;
        this.writing = writing;
        this.reading = reading;
    }

    /** Returns every type. */
    public static List<ElementType<?>> all() {
        return ALL;
    }

    /** Bytes of one element. */
    public int bytes() {
        return bytes;
    }

    /** Returns a new host array of that many elements. */
    public A array(int length) {
        return array.cast(Array.newInstance(array.getComponentType(), length));
    }

    /** Returns the length of a host array. */
    public int lengthOf(A host) {
        return Array.getLength(host);
    }

    /** Returns a host array of the nearest elements to these values. */
    public A of(double... values) {
        A host = array(values.length);
        for (int i = 0; i < values.length; i++) {
            writing.set(host, i, values[i]);
        }
        return host;
    }

    /** Returns the values of a host array; of 64-bit integers the nearest ones. */
    public double[] values(A host) {
        double[] values = new double[lengthOf(host)];
        for (int i = 0; i < values.length; i++) {
            values[i] = reading.get(host, i);
        }
        return values;
    }

    @Override
    public String toString() {
        return name;
    }
}
