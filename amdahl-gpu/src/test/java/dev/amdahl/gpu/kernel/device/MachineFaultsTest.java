package dev.amdahl.gpu.kernel.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.internal.jcuda.FaultyCudaProvider;
import dev.amdahl.spi.UnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with the machine ends the search with a remedy; what a kernel does is booked against the kernel. */
class MachineFaultsTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String KERNEL = "extern \"C\" __global__ void k(const float *x, float *y, int n) {}";

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        System.clearProperty(FaultyCudaProvider.FAULT);
    }

    private static void run(String fault) throws KernelFailure {
        System.setProperty(FaultyCudaProvider.FAULT, fault);
        CudaDevice device = new CudaDevice(FaultyCudaProvider.NAME, "a faulty driver", LIMIT);
        try (LoadedKernel kernel = device.load(KERNEL, List.of("k"), DeviceArena.bytes(20, 2))) {
            DeviceArena.Layout layout = kernel.arena().lay(List.of(new float[10]), 10, 0, 1, 2);
            kernel.run(List.of(new Launch(0, Grid.of(1, 32))), layout, List.of(10), 1);
        }
    }

    /** The number is what the driver answers, and how many launches succeed before. */
    @Tag("soak")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "driver | no CUDA driver | install it",
                "memory | CUDA_ERROR_OUT_OF_MEMORY | amdahl doctor",
                "retainPrimaryContext:46:0 | CUDA_ERROR_DEVICE_UNAVAILABLE | nvidia-smi -c 0",
                "retainPrimaryContext:100:0 | CUDA_ERROR_NO_DEVICE | load the driver again",
                "init:802:0 | CUDA_ERROR_SYSTEM_NOT_READY | load the driver again",
                "loadModule:222:0 | CUDA_ERROR_UNSUPPORTED_PTX_VERSION | amdahl.gpu.libs",
                "loadModule:209:0 | CUDA_ERROR_NO_BINARY_FOR_GPU | amdahl.gpu.libs",
                "launch:214:3 | CUDA_ERROR_ECC_UNCORRECTABLE | Xid",
                "launch:220:3 | CUDA_ERROR_NVLINK_UNCORRECTABLE | Xid",
                "launch:4:3 | CUDA_ERROR_DEINITIALIZED | load the driver again"
            })
    void theMachineIsToBlame(String fault, String what, String remedy) {
        assertThatThrownBy(() -> run(fault))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining(what)
                .hasMessageContaining(remedy);
    }

    @Tag("soak")
    @ParameterizedTest
    @CsvSource({"launch:700:3", "launch:702:3", "launch:719:3", "launch:715:3", "launch:1:3"})
    void theKernelIsToBlame(String fault) {
        assertThatThrownBy(() -> run(fault))
                .isInstanceOfSatisfying(
                        KernelFailure.class,
                        failure -> assertThat(failure.kind()).isEqualTo(KernelFailure.Kind.LAUNCH));
    }

    /** In state D: no signal ends it. */
    private static final class Stuck extends Process {
        @Override
        public OutputStream getOutputStream() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public InputStream getInputStream() {
            return InputStream.nullInputStream();
        }

        @Override
        public InputStream getErrorStream() {
            return InputStream.nullInputStream();
        }

        @Override
        public int waitFor() {
            throw new AssertionError("nobody waits for ever");
        }

        @Override
        public boolean waitFor(long most, TimeUnit unit) {
            return false;
        }

        @Override
        public int exitValue() {
            throw new IllegalThreadStateException();
        }

        @Override
        public void destroy() {}

        @Override
        public Process destroyForcibly() {
            return this;
        }

        @Override
        public Stream<ProcessHandle> descendants() {
            return Stream.empty();
        }
    }

    @Test
    void aProcessThatCannotBeEndedIsNotWaitedFor() throws IOException, KernelFailure {
        DeviceArena arena = new DeviceArena(folder.resolve("arena"), DeviceArena.bytes(20, 2));
        try (KernelProcess process = new KernelProcess(
                new Stuck(), arena, folder.resolve("errors"), KernelProcess.Kind.DEVICE, LIMIT, () -> {})) {
            DeviceArena.Layout layout = arena.lay(List.of(new float[10]), 10, 0, 1, 2);
            assertThatThrownBy(() -> process.run(List.of(new Launch(0, Grid.of(1, 32))), layout, List.of(10), 1))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("cannot be ended")
                    .hasMessageContaining("state D");
        }
    }
}
