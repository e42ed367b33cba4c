package dev.amdahl.gpu.internal.jcuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.Pattern;
import dev.amdahl.gpu.PinnedWords;
import dev.amdahl.gpu.Replay;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import jcuda.driver.CUresult;
import jcuda.jcublas.cublasStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the CUDA backend does when things go wrong, on a played driver. */
class JCudaBackendTest {
    private final RecordingCudaApi api = new RecordingCudaApi();

    private ComputeBackend open() {
        return PlayedDevice.open(api);
    }

    @Test
    void everythingIsGivenBack() {
        ComputeBackend backend = open();
        try (DeviceBuffer<int[]> buffer = backend.allocate(ElementType.INT32, 10)) {
            backend.fill(buffer, new Pattern.Address());
            assertThat(backend.check(buffer, new Pattern.Address()).mismatches())
                    .isZero();
        }
        backend.close();

        assertThat(api.open).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"beginCapture", "endCapture", "instantiate", "destroyGraph", "launchGraph"})
    void recordedLaunchesThatFailLeaveNothingBehind(String call) {
        try (ComputeBackend backend = open()) {
            api.fail(call, CUresult.CUDA_ERROR_UNKNOWN, 1);
            assertThatExceptionOfType(DeviceException.class).isThrownBy(() -> {
                try (Replay replay = backend.record(() -> {})) {
                    replay.run();
                }
            });
            assertThat(api.open.values().toString()).doesNotContain("Graph");
        }
    }

    @Test
    void aCopyAmongRecordedLaunchesIsRefusedAndTheRecordingIsOver() {
        try (ComputeBackend backend = open();
                DeviceBuffer<int[]> buffer = backend.allocate(ElementType.INT32, 4)) {
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> backend.record(() -> buffer.upload(new int[4])))
                    .withMessageContaining("CAPTURE_UNSUPPORTED");
            buffer.upload(new int[] {1, 2, 3, 4});
            assertThat(buffer.download()).containsExactly(1, 2, 3, 4);
        }
        assertThat(api.open).isEmpty();
    }

    @Test
    void whatIsClosedIsOfNoUseAndPinnedWordsAreGivenBack() {
        try (ComputeBackend backend = open()) {
            PinnedWords pinned = backend.pinned(3).orElseThrow();
            Replay replay = backend.record(() -> {});
            pinned.close();
            pinned.close();
            replay.close();
            assertThatExceptionOfType(DeviceException.class).isThrownBy(pinned::words);
            assertThatExceptionOfType(DeviceException.class).isThrownBy(replay::run);
        }
        assertThat(api.open).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "init",
                "retainPrimaryContext",
                "setCurrentContext",
                "deviceName",
                "deviceAttribute",
                "totalMemory",
                "createStream",
                "createEvent",
                "createBlas",
                "setBlasStream"
            })
    void aDeviceThatFailsToOpenLeavesNothingBehind(String call) {
        api.fail(call, cublasStatus.CUBLAS_STATUS_NOT_INITIALIZED, 1);

        assertThatExceptionOfType(DeviceException.class).isThrownBy(this::open);
        assertThat(api.open).isEmpty();
    }

    @Test
    void aKernelThatFailsToLoadLeavesNothingBehind() {
        try (ComputeBackend backend = open()) {
            int before = api.open.size();
            api.fail("function", CUresult.CUDA_ERROR_NOT_FOUND, 1);
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> backend.compile(KernelSource.of("k", "", "k")))
                    .withMessageContaining("CUDA_ERROR_NOT_FOUND");
            assertThat(api.open).hasSize(before);
        }
    }

    @Test
    void whatIsLeftOpenIsSaidAndTheContextStillGivenBack() {
        ComputeBackend backend = open();
        backend.allocate(ElementType.INT32, 10);

        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(backend::close)
                .withMessageContaining("1 buffers or kernels were left open");
        assertThat(api.open.values()).noneMatch(object -> object.toString().contains("context"));
    }

    @Test
    void nothingIsOfUseAfterTheDeviceIsClosed() {
        ComputeBackend backend = open();
        backend.close();

        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> backend.allocate(ElementType.INT32, 1))
                .satisfies(e -> assertThat(e.fault()).isEqualTo(Fault.MISUSE));
    }

    @Test
    void anotherThreadAndAnotherDeviceAreRefused() throws InterruptedException {
        try (ComputeBackend backend = open();
                ComputeBackend other = open();
                DeviceBuffer<int[]> buffer = backend.allocate(ElementType.INT32, 4);
                DeviceBuffer<int[]> foreign = other.allocate(ElementType.INT32, 4)) {
            FutureTask<int[]> elsewhere = new FutureTask<>(buffer::download);
            Thread thread = new Thread(elsewhere, "elsewhere");
            thread.start();
            thread.join();

            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(elsewhere::get)
                    .withMessageContaining("not to elsewhere")
                    .withCauseInstanceOf(DeviceException.class);
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> backend.copy(foreign, buffer))
                    .withMessageContaining("another device");
        }
    }

    @Test
    void answersOfTheDriverBecomeFaults() {
        assertThat(List.of(
                        fault(CUresult.CUDA_ERROR_OUT_OF_MEMORY),
                        fault(CUresult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES),
                        fault(CUresult.CUDA_ERROR_INVALID_CONTEXT),
                        fault(CUresult.CUDA_ERROR_LAUNCH_TIMEOUT),
                        fault(CUresult.CUDA_ERROR_ECC_UNCORRECTABLE),
                        fault(CUresult.CUDA_ERROR_UNKNOWN),
                        fault(CUresult.CUDA_ERROR_NOT_SUPPORTED)))
                .containsExactly(
                        Fault.OUT_OF_MEMORY,
                        Fault.LAUNCH,
                        Fault.MISUSE,
                        Fault.LOST,
                        Fault.LOST,
                        Fault.LOST,
                        Fault.OTHER);
    }

    private Fault fault(int status) {
        try (ComputeBackend backend = open();
                Kernel kernel = backend.compile(KernelSource.of("k", "", "k"))) {
            api.fail("launch", status, 1);
            kernel.launch(Grid.of(1, 1));
        } catch (DeviceException e) {
            assertThat(e).hasMessageContaining("cuLaunchKernel of k").hasMessageContaining("(" + status + ")");
            return e.fault();
        }
        throw new AssertionError("the launch succeeded");
    }

    @Test
    void afterAnIllegalAddressEveryCallFailsAndTheFirstFailureIsTheOneThrown() {
        ComputeBackend backend = open();
        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> {
                    try (DeviceBuffer<int[]> buffer = backend.allocate(ElementType.INT32, 4)) {
                        api.fail("launch", CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, 1);
                        backend.fill(buffer, new Pattern.Address());
                    }
                })
                .withMessageContaining("cuLaunchKernel of fillPattern")
                .satisfies(e -> assertThat(e.fault()).isEqualTo(Fault.LOST))
                .satisfies(e -> assertThat(e.getSuppressed()).isNotEmpty());
        assertThatExceptionOfType(DeviceException.class).isThrownBy(backend::synchronize);
        assertThatExceptionOfType(DeviceException.class).isThrownBy(backend::close);
        assertThat(api.open).isEmpty();
    }

    @Test
    void offsetsBeyondFourGibibytesAreKept() {
        long length = 3L << 30;
        try (ComputeBackend backend = open();
                DeviceBuffer<int[]> buffer = backend.allocate(ElementType.INT32, length)) {
            buffer.upload(new int[] {7, 8}, 0, length - 2, 2);
            int[] back = new int[4];
            buffer.download(length - 3, back, 1, 3);

            assertThat(buffer.bytes()).isEqualTo(3L << 32);
            assertThat(back).containsExactly(0, 0, 7, 8);
        }
    }

    @Test
    void devicesOfOneDriverReadEachOthersMemory() {
        try (ComputeBackend first = open();
                ComputeBackend second = PlayedDevice.open(api, 1);
                ComputeBackend stranger = PlayedDevice.open(new RecordingCudaApi(), 1);
                DeviceBuffer<int[]> from = first.allocate(ElementType.INT32, new int[] {7, 8});
                DeviceBuffer<int[]> to = second.allocate(ElementType.INT32, 2);
                DeviceBuffer<int[]> abroad = stranger.allocate(ElementType.INT32, 2);
                DeviceBuffer<int[]> longer = second.allocate(ElementType.INT32, 3)) {
            assertThat(second.isPeer(first)).isTrue();
            assertThat(stranger.isPeer(first)).isFalse();
            api.fail("enablePeer", CUresult.CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, 1);
            second.copy(first, from, to);
            assertThat(to.download()).containsExactly(7, 8);
            stranger.copy(first, from, abroad);
            assertThat(abroad.download()).as("through the host").containsExactly(7, 8);
            api.fail("copyPeer", CUresult.CUDA_ERROR_NVLINK_UNCORRECTABLE, 1);
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> second.copy(first, from, to))
                    .satisfies(e -> assertThat(e.fault()).isEqualTo(DeviceException.Fault.LOST));
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> second.copy(first, from, longer));
        }
    }

    @Test
    void sharedMemoryIsAskedForBeforeTheLaunch() {
        try (ComputeBackend backend = open();
                Kernel kernel = backend.compile(KernelSource.of("k", "", "k"))) {
            kernel.launch(Grid.of(1, 32), KernelArgument.of(1));
            kernel.launch(Grid.of(1, 32).withShared(48 * 1024), KernelArgument.of(1));
            api.fail("allowShared", CUresult.CUDA_ERROR_INVALID_VALUE, 1);
            kernel.launch(Grid.of(1, 32).withShared(32 * 1024), KernelArgument.of(1));
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> kernel.launch(Grid.of(1, 32).withShared(64 * 1024)))
                    .withMessageContaining("cuFuncSetAttribute");
            assertThat(kernel.footprint()).contains(new Kernel.Footprint(4, 3, 1));
        }
    }
}
