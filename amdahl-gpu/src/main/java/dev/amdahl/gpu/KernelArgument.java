package dev.amdahl.gpu;

import java.util.Objects;

/** One argument of a kernel, in the order of its parameters. Implementations are immutable. */
public sealed interface KernelArgument {

    /** Creates a pointer to a buffer's first element. */
    static KernelArgument of(DeviceBuffer<?> buffer) {
        return new Buffer(buffer, 0);
    }

    /**
     * Creates a pointer to one of a buffer's elements.
     *
     * @throws IndexOutOfBoundsException if there is no such element
     */
    static KernelArgument of(DeviceBuffer<?> buffer, long element) {
        return new Buffer(buffer, Objects.checkIndex(element, buffer.length()));
    }

    /** Creates an {@code int}. */
    static KernelArgument of(int value) {
        return new Int32(value);
    }

    /** Creates a {@code long long}. */
    static KernelArgument of(long value) {
        return new Int64(value);
    }

    /** Creates a {@code float}. */
    static KernelArgument of(float value) {
        return new Float32(value);
    }

    /** Creates a {@code double}. */
    static KernelArgument of(double value) {
        return new Float64(value);
    }

    /**
     * A pointer.
     *
     * @param element of the buffer that it points to
     */
    record Buffer(DeviceBuffer<?> buffer, long element) implements KernelArgument {}

    /** An {@code int}. */
    record Int32(int value) implements KernelArgument {}

    /** A {@code long long}. */
    record Int64(long value) implements KernelArgument {}

    /** A {@code float}. */
    record Float32(float value) implements KernelArgument {}

    /** A {@code double}. */
    record Float64(double value) implements KernelArgument {}
}
