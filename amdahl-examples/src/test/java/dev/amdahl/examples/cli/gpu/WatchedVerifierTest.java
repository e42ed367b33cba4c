package dev.amdahl.examples.cli.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.Plugins;
import dev.amdahl.core.internal.refine.PairedTimes;
import dev.amdahl.core.internal.refine.kernel.CandidateSandbox;
import dev.amdahl.examples.cli.run.PluginSettings;
import dev.amdahl.gpu.kernel.KernelTasks;
import dev.amdahl.gpu.kernel.KernelVerifier;
import dev.amdahl.gpu.kernel.Shape;
import dev.amdahl.gpu.kernel.VerificationSettings;
import dev.amdahl.gpu.kernel.device.EmulatedDevice;
import dev.amdahl.gpu.kernel.device.KernelDevice;
import dev.amdahl.gpu.kernel.device.KernelFailure;
import dev.amdahl.gpu.kernel.device.LoadedKernel;
import dev.amdahl.gpu.kernel.device.OneLaunch;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Played programs before the launch of a kernel that is judged for real. */
final class WatchedVerifierTest {
    private static final String HEADER =
            "\"ID\",\"Process ID\",\"Process Name\",\"Kernel Name\",\"Section Name\",\"Metric Name\","
                    + "\"Metric Unit\",\"Metric Value\",\"Rule Name\",\"Rule Type\",\"Rule Description\",\"Estimated Speedup Type\","
                    + "\"Estimated Speedup\"";
    private static final String ROW = "\"0\",\"7\",\"java\",\"rowsum\",\"S\",";
    private static final String NCU = """
            echo '==PROF== Connected'
            "$@" || exit 9
            cat > "$log" <<'EOF'
            HEADER
            ROW"Duration","ns","12,345",
            ROW"Compute (SM) Throughput","%","11.5",
            ROW"DRAM Throughput","%","81.2",
            ROW"","","","UncoalescedAccess","OPT","Uncoalesced \u001b[31mloads","global","40"
            EOF
            """.replace("HEADER", HEADER).replace("ROW", ROW);
    private static final String SANITIZER = """
            "$@" || exit 9
            cat > "$log" <<'EOF'
            ========= COMPUTE-SANITIZER
            ========= Invalid __global__ read of size 4 bytes
            =========     at rowsum(const float *, float *, int, int)+0x120
            =========     Saved host backtrace up to driver entry point at kernel launch time
            =========     Host Frame: [0x1] in libcuda.so.1
            ========= ERROR SUMMARY: 1 error
            EOF
            """;

    @TempDir
    private Path folder;

    private final List<String> remarks = new ArrayList<>();

    /** An emulated device that could be watched. */
    private record Watchable(KernelDevice device) implements KernelDevice {
        @Override
        public String name() {
            return device.name();
        }

        @Override
        public String description() {
            return device.description();
        }

        @Override
        public boolean isAccelerated() {
            return device.isAccelerated();
        }

        @Override
        public LoadedKernel load(String source, List<String> entries, long bytes) throws KernelFailure {
            return device.load(source, entries, bytes);
        }

        @Override
        public Optional<List<String>> command(OneLaunch launch, Path source) {
            return Optional.of(List.of("grep", "-q", launch.entries().get(0), source.toString()));
        }

        @Override
        public void close() {
            device.close();
        }
    }

    private static Candidate kernel(String condition) {
        return new Candidate("tried", "", """
                //@ launch rowsum grid=(ceil(rows / 64), 1) block=(64, 1)
                extern "C" __global__ void rowsum(const float *x, float *y, int rows, int columns) {
                    int row = blockIdx.x * blockDim.x + threadIdx.x;
                    if (row >= rows) return;
                    float s = 0.0f;
                    for (int j = 0; %s; j++) s += x[row * columns + j];
                    y[row] = s;
                }
                """.formatted(condition), "");
    }

    private void program(String name, String body) throws IOException {
        Path file = Files.writeString(
                folder.resolve(name),
                "#!/bin/sh\nwhile [ \"$1\" != grep ]; do [ \"$1\" = --log-file ] && log=$2; echo \"$1\" >> '" + folder
                        + "/" + name + ".words'; shift; done\n" + body);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private WatchedVerifier verifier(KernelDevice device) throws IOException {
        KernelVerifier judge = new KernelVerifier(
                KernelTasks.ROWSUM.timedAt(Shape.of(96, 128)),
                new Watchable(device),
                VerificationSettings.QUICK,
                PairedTimes::speedup,
                () -> 7);
        Profiler reader = Plugins.discover()
                .create(ProfilerFactory.class, "ncu", PluginSettings.in(folder.resolve("p"), Clock.systemUTC(), 1));
        return new WatchedVerifier(
                judge, reader, name -> Optional.of(folder.resolve(name)).filter(Files::isExecutable), remarks::add);
    }

    @Test
    void whatProgramsSawOfOneLaunchIsPartOfTheFindingAndOneThatFailsIsLeftOutWithOneRemark() throws IOException {
        KernelCommandTest.requireEmulator();
        try (KernelDevice device = EmulatedDevice.open(CandidateSandbox.BUBBLEWRAP, Duration.ofSeconds(30))) {
            assertThat(verifier(device).verify(kernel("j < columns")).feedback())
                    .startsWith("CORRECT: ")
                    .doesNotContain("\n");

            program("ncu", NCU);
            program("compute-sanitizer", SANITIZER);
            assertThat(verifier(device).verify(kernel("j < columns")).feedback())
                    .startsWith("CORRECT: ")
                    .contains(
                            "\ncounters of one launch (ncu): dram_util 0.812, sm_util 0.115\n- kernel rowsum",
                            "memory-bound",
                            "rule UncoalescedAccess estimates 40.0 %")
                    .doesNotContain("\u001b");
            assertThat(folder.resolve("ncu.words")).content().contains("--clock-control\nnone\n--csv\n");

            var wrong = verifier(device).verify(kernel("j < columns - 1"));
            assertThat(wrong.stage()).isEqualTo(Stage.BUILT);
            assertThat(wrong.feedback())
                    .startsWith("WRONG: ")
                    .contains(
                            "\ncompute-sanitizer memcheck of one launch:\n- Invalid __global__ read of size 4 bytes\n- at rowsum")
                    .doesNotContain("Host Frame", "backtrace");
            assertThat(remarks).isEmpty();

            program("ncu", "echo '==ERROR== ERR_NVGPUCTRPERM - no permission'; exit 1\n");
            WatchedVerifier refused = verifier(device);
            for (int i = 0; i < 2; i++) {
                assertThat(refused.verify(kernel("j < columns")).feedback())
                        .startsWith("CORRECT: ")
                        .doesNotContain("\n");
            }
            assertThat(remarks).containsExactly("ncu is left out: ==ERROR== ERR_NVGPUCTRPERM - no permission");
        }
    }
}
