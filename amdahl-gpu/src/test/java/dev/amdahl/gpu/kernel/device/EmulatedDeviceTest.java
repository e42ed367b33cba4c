package dev.amdahl.gpu.kernel.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.refine.kernel.CandidateSandbox;
import dev.amdahl.gpu.Grid;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.refine.Sandbox;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EmulatedDeviceTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @Test
    void nothingIsLeftOfAProcessThatCouldBeKilled() throws KernelFailure {
        List.of("bwrap", "gcc", "g++", "readelf", "prlimit").forEach(Requires::program);
        String twice = "extern \"C\" __global__ void twice(const float *x, float *y, int n) { y[0] = 2.0f * x[0]; }";
        try (EmulatedDevice device = EmulatedDevice.open(CandidateSandbox.BUBBLEWRAP, LIMIT);
                LoadedKernel kernel = device.load(twice, List.of("twice"), DeviceArena.bytes(2, 2))) {
            DeviceArena arena = kernel.arena();
            DeviceArena.Layout layout = arena.lay(List.of(new float[] {21}), 1, 0, DeviceArena.NAN, DeviceArena.NUMBER);
            assertThat(arena.file()).exists();
            kernel.run(List.of(new Launch(0, new Grid(1, 1, 1, 1, 0))), layout, List.of(1), 1);
            assertThat(layout.output()).containsExactly(42);
            assertThat(arena.file()).doesNotExist();
        }
    }

    /** Where the compiler of kernels is missing, and that of the runner is not. */
    private record WithoutKernels() implements Sandbox {
        @Override
        public List<String> around(List<String> command, Path folder, Optional<Path> written) {
            List<String> changed = new ArrayList<>(command);
            changed.replaceAll(word -> word.replace("g++", "no-such-compiler"));
            return CandidateSandbox.BUBBLEWRAP.around(changed, folder, written);
        }
    }

    @Test
    void aMissingCompilerIsNoFaultOfACandidate() {
        List.of("bwrap", "gcc").forEach(Requires::program);
        assertThatThrownBy(() -> EmulatedDevice.open(new WithoutKernels(), LIMIT))
                .isInstanceOf(AmdahlException.class)
                .hasMessageContaining("no-such-compiler")
                .hasMessageContaining("install g++, binutils");
    }
}
