package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackendProvider;
import dev.amdahl.gpu.internal.jcuda.CudaReadiness.Ready;
import dev.amdahl.gpu.internal.jcuda.CudaReadiness.Unavailable;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.UnavailableException;
import java.io.IOException;

/** Opens the backend {@code jcuda}, on the device that the system property {@code amdahl.gpu.device} numbers, else the first. Thread-safe. */
public final class JCudaBackendProvider implements ComputeBackendProvider {
    private static final String DEVICE_PROPERTY = "amdahl.gpu.device";

    private final CudaApi api = new JCudaApi();

    @Override
    public String name() {
        return JCudaBackend.NAME;
    }

    @Override
    public Availability availability() {
        return CudaNatives.prepare().availability();
    }

    @Override
    public boolean isAccelerated() {
        return true;
    }

    @Override
    public ComputeBackend open() {
        return open(Integer.getInteger(DEVICE_PROPERTY, 0));
    }

    @Override
    public int devices() {
        ready();
        CudaStatus.check("cuInit", api.init());
        int[] count = new int[1];
        CudaStatus.check("cuDeviceGetCount", api.deviceCount(count));
        return count[0];
    }

    private static Ready ready() {
        CudaReadiness readiness = CudaNatives.prepare();
        if (readiness instanceof Unavailable missing) {
            throw new UnavailableException("CUDA", missing.reason(), "choose another backend", null);
        }
        return (Ready) readiness;
    }

    /** Devices of one provider know each other's memory. */
    @Override
    public ComputeBackend open(int device) {
        Ready ready = ready();
        try {
            KernelCompiler compiler = new CachedCompiler(new NvrtcCompiler(), CudaNatives.privateFolder("kernels"));
            return new JCudaBackend(api, compiler, device, ready.versions());
        } catch (IOException e) {
            throw new UnavailableException(
                    "CUDA",
                    String.valueOf(e.getMessage()),
                    "set " + CudaNatives.CACHE_PROPERTY + " to a folder of your own",
                    e);
        }
    }
}
