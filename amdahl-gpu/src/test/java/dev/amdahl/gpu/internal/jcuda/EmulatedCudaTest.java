package dev.amdahl.gpu.internal.jcuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.gpu.CompilationException;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackendContract;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.KernelSource;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The CUDA backend and the text of its kernels keep the contract, on a driver that runs that text; and faults of a kernel are seen. */
class EmulatedCudaTest extends ComputeBackendContract {

    @BeforeAll
    static void needCompilers() {
        EmulatedCuda.require();
    }

    @Override
    protected ComputeBackend open() {
        return EmulatedCuda.open();
    }

    private static KernelSource kernel(String body) {
        return KernelSource.of("k", "extern \"C\" __global__ void k(int* x, int n) { " + body + " }", "k");
    }

    private static int[] run(ComputeBackend backend, String body, int length, int threads) {
        try (Kernel kernel = backend.compile(kernel(body));
                DeviceBuffer<int[]> x = backend.allocate(ElementType.INT32, new int[length])) {
            kernel.launch(Grid.of(1, threads), KernelArgument.of(x), KernelArgument.of(length));
            return x.download();
        }
    }

    @Test
    void votesAreCountedAcrossAWarp() {
        try (ComputeBackend backend = open()) {
            assertThat(run(
                            backend,
                            "unsigned b = __ballot_sync(~0u, threadIdx.x % 3 == 0); x[threadIdx.x] = __popc(b)"
                                    + " + 100 * __any_sync(~0u, threadIdx.x == 40) + 1000 * __all_sync(~0u, threadIdx.x < 32);",
                            64,
                            64))
                    .startsWith(1011, 1011)
                    .endsWith(111, 111);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAddressBesideABufferLosesTheContextForGood(boolean endsAtGuard) {
        try (ComputeBackend backend = EmulatedCuda.open(endsAtGuard, UnaryOperator.identity())) {
            assertThat(run(backend, "x[n - 1] = 7; x[0] = 3;", 5, 1))
                    .startsWith(3)
                    .endsWith(7);
            for (String body : new String[] {endsAtGuard ? "x[n + 3] = 1;" : "x[-1] = 1;", ";"}) {
                assertThatExceptionOfType(DeviceException.class)
                        .isThrownBy(() -> run(backend, body, 4, 1))
                        .satisfies(lost -> assertThat(lost.fault()).isEqualTo(Fault.LOST));
            }
        } catch (DeviceException closing) {
            assertThat(closing.fault()).isEqualTo(Fault.LOST);
        }
    }

    @Test
    void memoryThatNobodyWroteAndABarrierThatSomeMissAreSeen() {
        try (ComputeBackend backend = open();
                DeviceBuffer<int[]> unwritten = backend.allocate(ElementType.INT32, 3)) {
            assertThat(unwritten.download()).containsOnly(0xa5a5a5a5);
            assertThat(run(backend, "__shared__ int s[4]; if (n > 1) s[1] = 0; x[0] = s[1];", 1, 1)[0])
                    .isNotZero();
            assertThatExceptionOfType(CompilationException.class).isThrownBy(() -> run(backend, "y", 1, 1));
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> run(backend, "if (threadIdx.x) __syncthreads(); else __syncwarp();", 1, 64));
        } catch (DeviceException closing) {
            assertThat(closing.fault()).isEqualTo(Fault.LOST);
        }
    }
}
