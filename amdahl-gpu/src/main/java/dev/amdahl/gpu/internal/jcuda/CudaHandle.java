package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.DeviceResource;

/** What a device holds until its owner, the thread of the context, closes it. */
abstract class CudaHandle implements DeviceResource {
    final CudaContext context;
    /** Its name and the verb, for what is said of it once it is closed. */
    private final String subject;

    private boolean isClosed;

    /** A handle that is not counted yet: whoever has got it from the driver says so to the context. */
    CudaHandle(CudaContext context, String subject) {
        this.context = context;
        this.subject = subject;
    }

    final void requireOpen() {
        if (isClosed) {
            throw new DeviceException(Fault.MISUSE, subject + " closed");
        }
    }

    /** Returns the calls, while it is open. */
    final CudaApi open() {
        requireOpen();
        return context.api();
    }

    @Override
    public final void close() {
        if (isClosed) {
            return;
        }
        CudaApi api = context.api();
        isClosed = true;
        context.released();
        release(api);
    }

    abstract void release(CudaApi api);
}
