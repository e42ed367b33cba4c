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
        CudaReadiness readiness = CudaNatives.prepare();
        if (readiness instanceof Unavailable missing) {
            throw new UnavailableException("CUDA", missing.reason(), "choose another backend", null);
        }
        try {
            KernelCompiler compiler = new CachedCompiler(new NvrtcCompiler(), CudaNatives.privateFolder("kernels"));
            return new JCudaBackend(
                    new JCudaApi(), compiler, Integer.getInteger(DEVICE_PROPERTY, 0), ((Ready) readiness).versions());
        } catch (IOException e) {
            throw new UnavailableException(
                    "CUDA",
                    String.valueOf(e.getMessage()),
                    "set " + CudaNatives.CACHE_PROPERTY + " to a folder of your own",
                    e);
        }
    }
}
