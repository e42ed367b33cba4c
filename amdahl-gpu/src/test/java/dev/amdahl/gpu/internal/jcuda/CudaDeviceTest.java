package dev.amdahl.gpu.internal.jcuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackendContract;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.RequiresGpu;
import org.junit.jupiter.api.Test;

/** The CUDA backend keeps the contract on a device. */
@RequiresGpu
class CudaDeviceTest extends ComputeBackendContract {

    @Override
    protected ComputeBackend open() {
        return new JCudaBackendProvider().open();
    }

    @Test
    void moreMemoryThanTheDeviceHasIsATypedFault() {
        try (ComputeBackend backend = open()) {
            long elements = backend.device().memoryBytes() / 8 + (1L << 20);
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> backend.allocate(ElementType.INT64, elements))
                    .satisfies(e -> assertThat(e.fault()).isEqualTo(Fault.OUT_OF_MEMORY));
            try (DeviceBuffer<long[]> small = backend.allocate(ElementType.INT64, new long[] {5})) {
                assertThat(small.download()).containsExactly(5);
            }
        }
    }

    @Test
    void aKernelSaysWhatItTakes() {
        try (ComputeBackend backend = open();
                Kernel kernel = backend.compile(CudaPatterns.source("fillPattern"))) {
            assertThat(kernel.footprint())
                    .hasValueSatisfying(it -> assertThat(it.registers()).isBetween(1, 255));
        }
    }
}
