package dev.amdahl.gpu.internal.cpu;

import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.ElementType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A buffer that is an array. */
final class CpuBuffer<A> implements DeviceBuffer<A> {
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

    private final ElementType<A> type;
    private final int length;
    private @Nullable A array;

    CpuBuffer(ElementType<A> type, long length) {
        if (length < 1) {
            throw new IllegalArgumentException("a buffer needs at least one element, was " + length);
        }
        if (length > MAX_ARRAY) {
            throw new DeviceException(
                    Fault.TOO_LARGE,
                    "a buffer of " + length + " elements: this backend holds at most " + MAX_ARRAY
                            + "; work in slices");
        }
        this.type = type;
        this.length = (int) length;
        this.array = allocated(type, this.length);
    }

    private static <A> A allocated(ElementType<A> type, int length) {
        try {
            return type.array(length);
        } catch (OutOfMemoryError e) {
            throw new DeviceException(
                    Fault.OUT_OF_MEMORY,
                    "no room for " + length + " elements of " + type + "; work in slices, or give Java a larger heap",
                    e);
        }
    }

    static <A> CpuBuffer<A> of(DeviceBuffer<A> buffer) {
        if (buffer instanceof CpuBuffer<A> own) {
            return own;
        }
        throw new DeviceException(Fault.MISUSE, "the buffer belongs to another backend than the processor's");
    }

    A array() {
        A held = array;
        if (held == null) {
            throw new DeviceException(Fault.MISUSE, "the buffer of " + length + " " + type + " is closed");
        }
        return held;
    }

    @Override
    public ElementType<A> type() {
        return type;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void upload(A host, int from, long at, int count) {
        check(host, from, at, count);
        System.arraycopy(host, from, array(), (int) at, count);
    }

    @Override
    public void download(long at, A host, int to, int count) {
        check(host, to, at, count);
        System.arraycopy(array(), (int) at, host, to, count);
    }

    private void check(A host, int inHost, long at, int count) {
        Objects.checkFromIndexSize(inHost, count, type.lengthOf(host));
        Objects.checkFromIndexSize(at, count, length);
    }

    @Override
    public void close() {
        array = null;
    }
}
