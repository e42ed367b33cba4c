package dev.amdahl.gpu.kernel;

import dev.amdahl.gpu.internal.jcuda.EmulatedCudaProvider;
import dev.amdahl.gpu.kernel.device.CudaDevice;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The path to a device, on a driver that runs the text of the kernels. */
@Tag("long")
class KernelLabOnDriverTest extends KernelLabContract {
    @TempDir
    private static Path builds;

    @BeforeAll
    static void shareBuilds() {
        List.of("gcc", "g++", "prlimit").forEach(Requires::program);
        System.setProperty(EmulatedCudaProvider.FOLDER, builds.toString());
    }

    @AfterAll
    static void forget() {
        System.clearProperty(EmulatedCudaProvider.FOLDER);
    }

    @Override
    CudaDevice device(Duration limit) {
        return new CudaDevice(EmulatedCudaProvider.NAME, "emulated driver", limit);
    }

    @Override
    KernelTask timed(KernelTask task) {
        return Lab.small(task);
    }
}
