package dev.amdahl.gpu.internal.bilinear.execution;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.gpu.RequiresGpu;

@RequiresGpu
final class SchemesOnDeviceTest extends SchemeExecutorTest {
    @Override
    ComputeBackend open() {
        return ComputeBackends.open("jcuda");
    }
}
