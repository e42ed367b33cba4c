package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackendContract;

/** The CUDA backend keeps the contract, as far as a played driver can tell. */
class PlayedDeviceTest extends ComputeBackendContract {

    @Override
    protected ComputeBackend open() {
        return PlayedDevice.open(new RecordingCudaApi());
    }
}
