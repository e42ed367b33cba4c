package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackendProvider;
import dev.amdahl.spi.Availability;

/** The CUDA backend on an emulated driver, for processes of kernels that were told of it. */
public final class EmulatedCudaProvider implements ComputeBackendProvider {
    public static final String NAME = "emulated-cuda";

    /** The system property that names a folder for builds which processes share. */
    public static final String FOLDER = EmulatedBuilds.FOLDER;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Availability availability() {
        return System.getProperty(FOLDER) == null
                ? Availability.unavailable("no folder for builds is named")
                : Availability.ready();
    }

    @Override
    public boolean isAccelerated() {
        return false;
    }

    @Override
    public ComputeBackend open() {
        return open(0);
    }

    /** Two devices that know nothing of each other. */
    @Override
    public int devices() {
        return 2;
    }

    @Override
    public ComputeBackend open(int device) {
        return EmulatedCuda.open();
    }
}
