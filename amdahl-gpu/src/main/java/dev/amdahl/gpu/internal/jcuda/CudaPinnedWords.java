package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.PinnedWords;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Objects;

/** Page-locked memory of the host. */
final class CudaPinnedWords extends CudaHandle implements PinnedWords {
    private final long stream;
    private final long memory;
    private final LongBuffer words;

    CudaPinnedWords(CudaContext context, long stream, int count) {
        super(context, "the pinned words are");
        if (count < 1 || count > Integer.MAX_VALUE / Long.BYTES) {
            throw new IllegalArgumentException(
                    "pinned words are 1 to " + Integer.MAX_VALUE / Long.BYTES + ", was " + count);
        }
        this.stream = stream;
        long[] made = new long[1];
        ByteBuffer[] view = new ByteBuffer[1];
        CudaStatus.check(
                "cuMemHostAlloc of " + count + " words",
                context.api().allocateHost(made, view, (long) count * Long.BYTES));
        memory = made[0];
        words = view[0].order(ByteOrder.nativeOrder()).asLongBuffer();
        context.opened();
    }

    @Override
    public LongBuffer words() {
        open();
        return words;
    }

    @Override
    public void upload(DeviceBuffer<long[]> to) {
        CudaApi api = open();
        CudaStatus.check("cuMemcpyHtoDAsync", api.uploadPinned(target(to), memory, bytes(), stream));
    }

    @Override
    public void download(DeviceBuffer<long[]> from) {
        CudaApi api = open();
        CudaStatus.check("cuMemcpyDtoHAsync", api.downloadPinned(memory, target(from), bytes(), stream));
    }

    private long target(DeviceBuffer<long[]> buffer) {
        Objects.checkFromIndexSize(0, words.capacity(), buffer.length());
        return CudaBuffer.of(buffer, context).memory();
    }

    private long bytes() {
        return (long) words.capacity() * Long.BYTES;
    }

    @Override
    void release(CudaApi api) {
        CudaStatus.check("cuMemFreeHost", api.freeHost(memory));
    }
}
