package dev.amdahl.gpu;

/** The arguments of a {@link KernelTwin} by position: arrays for pointers. Thread-safe. */
public interface TwinArguments {

    /** Returns the array behind a pointer to {@code char}. */
    byte[] bytes(int position);

    /** Returns the array behind a pointer to a 16-bit type. */
    short[] shorts(int position);

    /** Returns the array behind a pointer to {@code int}. */
    int[] ints(int position);

    /** Returns the array behind a pointer to {@code long long}. */
    long[] longs(int position);

    /** Returns the array behind a pointer to {@code float}. */
    float[] floats(int position);

    /** Returns the array behind a pointer to {@code double}. */
    double[] doubles(int position);

    /** Returns an {@code int} passed by value. */
    int int32(int position);

    /** Returns a {@code long long} passed by value. */
    long int64(int position);

    /** Returns a {@code float} passed by value. */
    float float32(int position);

    /** Returns a {@code double} passed by value. */
    double float64(int position);
}
