package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.spi.Availability;
import java.util.Map;
import java.util.TreeMap;

/** Whether CUDA can be used here, and if not, which layer is missing. Implementations are immutable. */
public sealed interface CudaReadiness {

    /** What is needed, each on top of those before. */
    enum Layer {
        /** Linux on x86-64: JCuda has natives for it. */
        PLATFORM,
        /** The driver's library. */
        DRIVER,
        /** A device that the driver sees. */
        DEVICE,
        /** The compiler's library. */
        NVRTC,
        /** The library of matrix products. */
        CUBLAS,
        /** JCuda's own natives. */
        NATIVES
    }

    /** The same as a plugin says it. */
    Availability availability();

    /**
     * Everything is there.
     *
     * @param versions by name: driver, cublas, nvrtc
     */
    record Ready(Map<String, String> versions) implements CudaReadiness {
        public Ready {
            versions = Map.copyOf(new TreeMap<>(versions));
        }

        @Override
        public Availability availability() {
            return Availability.ready();
        }
    }

    /**
     * Something is missing.
     *
     * @param layer the first that is missing
     * @param reason what was looked for, and what to do
     */
    record Unavailable(Layer layer, String reason) implements CudaReadiness {
        @Override
        public Availability availability() {
            return Availability.unavailable(reason);
        }
    }
}
