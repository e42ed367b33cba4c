package dev.amdahl.gpu.internal.cpu;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackendProvider;
import dev.amdahl.spi.Availability;

/** Opens the backend {@code cpu}, on all processors. Thread-safe. */
public final class CpuBackendProvider implements ComputeBackendProvider {

    @Override
    public String name() {
        return CpuBackend.NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public boolean isAccelerated() {
        return false;
    }

    @Override
    public ComputeBackend open() {
        return new CpuBackend(Runtime.getRuntime().availableProcessors());
    }
}
