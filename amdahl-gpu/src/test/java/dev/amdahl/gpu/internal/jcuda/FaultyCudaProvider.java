package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackendProvider;
import dev.amdahl.gpu.Grid;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.UnavailableException;
import java.util.List;

/** The CUDA backend on a played driver of which one call fails from some time on, for processes of kernels that were told of it. */
public final class FaultyCudaProvider implements ComputeBackendProvider {
    public static final String NAME = "faulty-cuda";

    /** The system property that names the call, its status, and how often it succeeds before. */
    public static final String FAULT = "amdahl.gpu.played.fault";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Availability availability() {
        return System.getProperty(FAULT) == null ? Availability.unavailable("no fault is named") : Availability.ready();
    }

    @Override
    public boolean isAccelerated() {
        return false;
    }

    @Override
    public ComputeBackend open() {
        List<String> fault = List.of(System.getProperty(FAULT, "").split(":", -1));
        if (fault.get(0).equals("driver")) {
            throw new UnavailableException("CUDA", "no CUDA driver: libcuda.so.1 not found", "install it", null);
        }
        if (fault.get(0).equals("memory")) {
            return PlayedDevice.withMemory(1 << 12);
        }
        int status = Integer.parseInt(fault.get(1));
        RecordingCudaApi api = new RecordingCudaApi() {
            private int before = Integer.parseInt(fault.get(2));

            @Override
            public int launch(long function, Grid grid, long stream, List<Object> values) {
                return fault.get(0).equals("launch") && before-- <= 0
                        ? lose(status)
                        : super.launch(function, grid, stream, values);
            }
        };
        api.fail(fault.get(0), status, -1);
        return PlayedDevice.open(api);
    }
}
