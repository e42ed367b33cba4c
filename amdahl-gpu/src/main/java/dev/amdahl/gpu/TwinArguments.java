package dev.amdahl.gpu;

/** The arguments of a {@link KernelTwin} by position: arrays for pointers. Thread-safe. */
public interface TwinArguments {

    /** The array behind a pointer to {@code char}. */
    byte[] bytes(int position);

    /** The array behind a pointer to a 16-bit type. */
    short[] shorts(int position);

    /** The array behind a pointer to {@code int}. */
    int[] ints(int position);

    /** The array behind a pointer to {@code long long}. */
    long[] longs(int position);

    /** The array behind a pointer to {@code float}. */
    float[] floats(int position);

    /** The array behind a pointer to {@code double}. */
    double[] doubles(int position);

    /** An {@code int} passed by value. */
    int int32(int position);

    /** A {@code long long} passed by value. */
    long int64(int position);

    /** A {@code float} passed by value. */
    float float32(int position);

    /** A {@code double} passed by value. */
    double float64(int position);
}
