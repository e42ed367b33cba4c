package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.KernelSource;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The CUDA backend on a played driver; what it compiles is the kernel's twin. */
public final class PlayedDevice {

    private PlayedDevice() {}

    /** One that is lost at its n-th launch. */
    public static ComputeBackend lostAtLaunch(int n) {
        RecordingCudaApi api = new RecordingCudaApi();
        api.lostAtLaunch = n;
        return open(api);
    }

    /** One without room for a buffer of so many bytes. */
    public static ComputeBackend withMemory(long bytes) {
        RecordingCudaApi api = new RecordingCudaApi();
        api.freeBytes = bytes;
        return open(api);
    }

    /** One whose events count so many seconds for each of the host's. */
    public static ComputeBackend pacedAt(float rate) {
        RecordingCudaApi api = new RecordingCudaApi();
        api.pace = rate;
        return open(api);
    }

    static ComputeBackend open(RecordingCudaApi api) {
        return open(api, 0);
    }

    /** One of several devices of a driver. */
    static ComputeBackend open(RecordingCudaApi api, int device) {
        return new JCudaBackend(api, compiler(api), device, Map.of("driver", "13.0"));
    }

    /** Registers the twin, and answers the entry as the image. */
    private static KernelCompiler compiler(RecordingCudaApi api) {
        return new KernelCompiler() {
            @Override
            public byte[] compile(KernelSource source, String architecture) {
                source.twin().ifPresent(twin -> api.twins.put(source.entry(), twin));
                return source.entry().getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public String version() {
                return "played";
            }
        };
    }
}
