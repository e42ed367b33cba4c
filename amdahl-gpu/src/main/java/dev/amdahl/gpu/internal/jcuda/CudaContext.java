package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.DeviceResource;
import jcuda.driver.CUlimit;

/**
 * A device's primary context, for the one thread that opened it. Every handle is counted, so that what is left open at the end shows.
 */
final class CudaContext implements DeviceResource {
    /** The context whose calls the driver takes this thread's calls for. */
    private static final ThreadLocal<CudaContext> CURRENT = new ThreadLocal<>();

    private final CudaApi api;
    private final int device;
    private final long context;
    private final Thread owner;
    private int open;
    private boolean isClosed;

    /**
     * Makes the device's context current for the calling thread.
     *
     * @throws DeviceException if it cannot be had
     */
    CudaContext(CudaApi api, int device) {
        this.api = api;
        this.device = device;
        this.owner = Thread.currentThread();
        CudaStatus.check("cuInit", api.init());
        long[] made = new long[1];
        CudaStatus.check("cuDevicePrimaryCtxRetain", api.retainPrimaryContext(made, device));
        context = made[0];
        int status = api.setCurrentContext(context);
        if (status != 0) {
            api.releasePrimaryContext(device);
            CudaStatus.check("cuCtxSetCurrent", status);
        }
        CURRENT.set(this);
        // No part of the cache is reserved; a device that has no such limit reserves none.
        api.limit(CUlimit.CU_LIMIT_PERSISTING_L2_CACHE_SIZE, 0);
    }

    /** Returns the calls, for the owner while the context is open. */
    CudaApi api() {
        if (Thread.currentThread() != owner) {
            throw new DeviceException(
                    Fault.MISUSE,
                    "this device belongs to thread " + owner.getName() + ", not to "
                            + Thread.currentThread().getName() + "; open one for each thread");
        }
        if (isClosed) {
            throw new DeviceException(Fault.MISUSE, "the device is closed");
        }
        if (CURRENT.get() != this) {
            CudaStatus.check("cuCtxSetCurrent", api.setCurrentContext(context));
            CURRENT.set(this);
        }
        return api;
    }

    /** Returns the driver's handle, for calls that name two contexts. */
    long handle() {
        return context;
    }

    /** Returns the number of the device. */
    int device() {
        return device;
    }

    /** Returns whether both make their calls through the same object, so that each knows the other's handles. */
    boolean sharesCallsWith(CudaContext other) {
        return api == other.api;
    }

    /** One more resource is open. */
    void opened() {
        open++;
    }

    /** One less is. */
    void released() {
        open--;
    }

    /**
     * Gives the context back.
     *
     * @throws DeviceException if buffers or kernels are still open; the context is given back all the same
     */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        CudaApi calls = api();
        isClosed = true;
        CURRENT.remove();
        CudaStatus.check("cuDevicePrimaryCtxRelease", calls.releasePrimaryContext(device));
        if (open > 0) {
            throw new DeviceException(
                    Fault.MISUSE, open + " buffers or kernels were left open; close them before their device");
        }
    }
}
