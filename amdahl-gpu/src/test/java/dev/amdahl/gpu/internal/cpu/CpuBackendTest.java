package dev.amdahl.gpu.internal.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackendContract;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.DeviceMatrix;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.KernelTwin;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CpuBackendTest extends ComputeBackendContract {

    @Override
    protected ComputeBackend open() {
        return new CpuBackend(2);
    }

    @Test
    void threadsDoNotChangeAProduct() {
        assertThat(product(1)).isEqualTo(product(2)).isEqualTo(product(7));
    }

    private static float[] product(int parallelism) {
        int n = 130;
        float[] values = new float[n * n];
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextDouble(-1, 1);
        }
        try (ComputeBackend backend = new CpuBackend(parallelism);
                DeviceBuffer<float[]> a = backend.allocate(ElementType.FLOAT32, values);
                DeviceBuffer<float[]> c = backend.allocate(ElementType.FLOAT32, values.length)) {
            DeviceMatrix<float[]> matrix = DeviceMatrix.of(a, n, n);
            backend.multiply(GemmType.FP32, matrix, matrix, DeviceMatrix.of(c, n, n));
            return c.download();
        }
    }

    @Test
    void aSourceWithoutATwinIsRefused() {
        try (ComputeBackend backend = open()) {
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> backend.compile(KernelSource.of("lonely", "", "lonely")))
                    .withMessageContaining("lonely")
                    .satisfies(e -> assertThat(e.fault()).isEqualTo(Fault.UNSUPPORTED));
        }
    }

    @Test
    void wrongArgumentsAndWaysOutOfABufferAreNamed() {
        KernelTwin twin = (x, y, grid, arguments) -> arguments.ints(0)[arguments.int32(1)] = 1;
        KernelSource source = new KernelSource("poke", "", "poke", List.of(), Optional.of(twin));
        try (ComputeBackend backend = open();
                Kernel kernel = backend.compile(source);
                DeviceBuffer<int[]> buffer = backend.allocate(ElementType.INT32, 4)) {
            Grid one = Grid.of(1, 1);
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> kernel.launch(one, KernelArgument.of(buffer)))
                    .withMessageContaining("position 1");
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> kernel.launch(one, KernelArgument.of(buffer), KernelArgument.of(1L)))
                    .withMessageContaining("argument 1");
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> kernel.launch(one, KernelArgument.of(buffer), KernelArgument.of(4)))
                    .satisfies(e -> assertThat(e.fault()).isEqualTo(Fault.LOST));
        }
    }

    @Test
    void aClosedKernelIsOfNoUse() {
        KernelTwin twin = (x, y, grid, arguments) -> {};
        try (ComputeBackend backend = open()) {
            Kernel kernel = backend.compile(new KernelSource("idle", "", "idle", List.of(), Optional.of(twin)));
            kernel.close();
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> kernel.launch(Grid.of(1, 1)))
                    .satisfies(e -> assertThat(e.fault()).isEqualTo(Fault.MISUSE));
        }
    }

    @Test
    void parallelismMustBePositive() {
        assertThatIllegalArgumentException().isThrownBy(() -> new CpuBackend(0)).withMessageContaining("0");
    }
}
