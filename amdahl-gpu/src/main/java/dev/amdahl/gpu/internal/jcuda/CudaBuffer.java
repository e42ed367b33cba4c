package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.ElementType;
import java.util.Objects;

/** Memory of a CUDA device. */
final class CudaBuffer<A> extends CudaHandle implements DeviceBuffer<A> {
    private final ElementType<A> type;
    private final long length;
    private final long memory;

    CudaBuffer(CudaContext context, ElementType<A> type, long length) {
        super(context, "the buffer of " + length + " " + type + " is");
        if (length < 1) {
            throw new IllegalArgumentException("a buffer needs at least one element, was " + length);
        }
        if (length > Long.MAX_VALUE / type.bytes()) {
            throw new DeviceException(Fault.TOO_LARGE, "a buffer of " + length + " " + type + " has no size in bytes");
        }
        this.type = type;
        this.length = length;
        long[] made = new long[1];
        CudaStatus.check(
                "cuMemAlloc of " + length * type.bytes() + " bytes",
                context.api().allocate(made, length * type.bytes()));
        this.memory = made[0];
        context.opened();
    }

    /** Returns the buffer as this backend's own, still open, in that context. */
    static <A> CudaBuffer<A> of(DeviceBuffer<A> buffer, CudaContext context) {
        if (buffer instanceof CudaBuffer<A> own && own.context == context) {
            own.requireOpen();
            return own;
        }
        throw new DeviceException(Fault.MISUSE, "the buffer belongs to another device");
    }

    long memory() {
        requireOpen();
        return memory;
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
        long size = type.bytes();
        CudaStatus.check("cuMemcpyHtoD", context.api().upload(memory(), at * size, host, from * size, count * size));
    }

    @Override
    public void download(long at, A host, int to, int count) {
        check(host, to, at, count);
        long size = type.bytes();
        CudaStatus.check("cuMemcpyDtoH", context.api().download(host, to * size, memory(), at * size, count * size));
    }

    private void check(A host, int inHost, long at, int count) {
        Objects.checkFromIndexSize(inHost, count, type.lengthOf(host));
        Objects.checkFromIndexSize(at, count, length);
    }

    @Override
    void release(CudaApi api) {
        CudaStatus.check("cuMemFree", api.free(memory));
    }
}
