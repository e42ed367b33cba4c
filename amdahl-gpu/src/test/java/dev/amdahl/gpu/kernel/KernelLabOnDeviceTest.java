package dev.amdahl.gpu.kernel;

import dev.amdahl.gpu.RequiresGpu;
import dev.amdahl.gpu.kernel.device.CudaDevice;
import java.time.Duration;

@RequiresGpu
class KernelLabOnDeviceTest extends KernelLabContract {

    @Override
    CudaDevice device(Duration limit) {
        return new CudaDevice("jcuda", "a device", limit);
    }

    @Override
    KernelTask timed(KernelTask task) {
        return task;
    }
}
