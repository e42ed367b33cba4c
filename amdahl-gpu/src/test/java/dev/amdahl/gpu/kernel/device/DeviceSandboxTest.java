package dev.amdahl.gpu.kernel.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.refine.kernel.CandidateSandbox;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.internal.jcuda.EmulatedCudaProvider;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kernel's process on a driver that is emulated, in the sandbox. */
@Tag("soak")
class DeviceSandboxTest {
    private static final String TWICE =
            "extern \"C\" __global__ void twice(const float *x, float *y, int n) { y[0] = 2.0f * x[0]; }";

    @TempDir
    private Path folder;

    private CudaDevice device() {
        return new CudaDevice(
                EmulatedCudaProvider.NAME,
                "emulated driver",
                Duration.ofMinutes(2),
                CandidateSandbox.BUBBLEWRAP,
                "sm_90");
    }

    @BeforeEach
    void share() {
        List.of("bwrap", "gcc", "g++", "prlimit").forEach(Requires::program);
        System.setProperty(EmulatedCudaProvider.FOLDER, folder.toString());
    }

    @AfterEach
    void forget() {
        System.clearProperty(EmulatedCudaProvider.FOLDER);
    }

    private float[] run(String source) throws KernelFailure {
        try (LoadedKernel kernel = device().load(source, List.of("twice"), DeviceArena.bytes(2, 2))) {
            DeviceArena.Layout layout =
                    kernel.arena().lay(List.of(new float[] {21}), 1, 0, DeviceArena.NAN, DeviceArena.NUMBER);
            kernel.run(List.of(new Launch(0, new Grid(1, 1, 1, 1, 0))), layout, List.of(1), 1);
            return layout.output();
        }
    }

    @Test
    void aKernelRunsAndReadsNothingOfTheMachine() throws KernelFailure, IOException {
        assertThat(run(TWICE)).containsExactly(42);
        Path secret = Files.writeString(Files.createTempFile("amdahl", "secret"), "this is the secret;");
        try {
            assertThatThrownBy(() -> run("#include \"/etc/passwd\"\n#include \"" + secret + "\"\n" + TWICE))
                    .isInstanceOfSatisfying(KernelFailure.class, failure -> {
                        assertThat(failure.kind()).isEqualTo(KernelFailure.Kind.BUILD);
                        assertThat(failure.text()).contains("No such file").doesNotContain("root:", "the secret");
                    });
        } finally {
            Files.delete(secret);
        }
    }
}
