package dev.amdahl.profilers.internal.proton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProtonProfilerTest {
    static final String TEXT = """
            [
              {"children": [
                {"children": [
                  {"children": [], "frame": {"name": "nvjet_hsh", "type": "function"},
                   "metrics": {"count": 10, "device_id": "0", "device_type": "CUDA", "time (ns)": 4000000}}],
                 "frame": {"name": "cublas [M=8192]", "type": "function"}, "metrics": {"bytes": 2000000000, "flops16": 8000000000000.0}},
                {"children": [], "frame": {"name": "matmul_kernel", "type": "function"},
                 "metrics": {"count": 1, "time (ns)": 1000000, "flops8": 500000000000}},
                {"children": [], "frame": {"name": "ncclDevKernel_AllReduce", "type": "function"}, "metrics": {"count": 2, "time (ns)": 500000}},
                {"children": [], "frame": {"name": "nvjet_hsh", "type": "function"}, "metrics": {"count": 1, "time (ns)": 100000}}],
               "frame": {"name": "ROOT", "type": "function"}, "metrics": {"count": 0, "time (ns)": 0}},
              {"CUDA": {"0": {"arch": "90", "num_sms": 132}}}
            ]
            """;

    @TempDir
    Path directory;

    ProtonProfilerTest() {
        directory = Path.of("");
    }

    @Test
    void kernelsAreAddedUpAndRatesAreThoseOfTheirScopes() throws IOException {
        Profile profile = read(TEXT);
        assertThat(profile.timeline()).isEmpty();
        assertThat(profile.hotFrames())
                .containsExactly(
                        new HotFrame("nvjet_hsh", .0041),
                        new HotFrame("matmul_kernel", .001),
                        new HotFrame("ncclDevKernel_AllReduce", .0005));
        assertThat(profile.counters())
                .containsEntry("compute_kernels", 12.0)
                .containsEntry("communication_kernels_seconds", .0005);
        assertThat(profile.findings())
                .containsExactly(
                        "cublas [M=8192]: 0.004000 s, 2000 TFLOP/s, 0.5000 TB/s",
                        "matmul_kernel: 0.001000 s, 500.0 TFLOP/s");
    }

    @Test
    void aFileWithoutKernelsIsRefused() {
        assertThatThrownBy(() -> read("\n[ {\"children\": [], \"frame\": {\"name\": \"ROOT\"}, \"metrics\": {}}, {} ]"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no kernel");
    }

    private Profile read(String text) throws IOException {
        Artifact artifact = new Artifact(Files.writeString(directory.resolve("proton.hatchet"), text), "trace");
        assertThat(new ProtonProfiler().reads(artifact)).isTrue();
        return new ProtonProfiler().read(artifact, ProfileLimits.DEFAULT);
    }
}
