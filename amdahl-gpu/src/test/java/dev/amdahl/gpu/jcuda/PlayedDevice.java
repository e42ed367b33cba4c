package dev.amdahl.gpu.jcuda;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.KernelSource;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The CUDA backend on a played driver; what it compiles is the kernel's twin. */
final class PlayedDevice {

    private PlayedDevice() {}

    static ComputeBackend open(RecordingCudaApi api) {
        return new JCudaBackend(api, compiler(api), 0, Map.of("driver", "13.0"));
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
