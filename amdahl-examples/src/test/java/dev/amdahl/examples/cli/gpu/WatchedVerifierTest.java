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
import dev.amdahl.gpu.kernel.device.DeviceArena;
import dev.amdahl.gpu.kernel.device.EmulatedDevice;
import dev.amdahl.gpu.kernel.device.KernelDevice;
import dev.amdahl.gpu.kernel.device.KernelFailure;
import dev.amdahl.gpu.kernel.device.Launch;
import dev.amdahl.gpu.kernel.device.LoadedKernel;
import dev.amdahl.gpu.kernel.device.OneLaunch;
import dev.amdahl.gpu.roofline.Work;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
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
    /** Finds something with one tool alone: a race, where the file {@code races} lies beside it. */
    private static final String JUDGE = """
            "$@" || exit 9
            echo '========= COMPUTE-SANITIZER' > "$log"
            [ $tool = racecheck ] || echo '========= ERROR SUMMARY: 0 errors' >> "$log"
            [ $tool = racecheck ] || exit 0
            [ ! -e FOLDER/races ] || cat >> "$log" <<'EOF'
            ========= Error: Race reported between Read access at rowsum+0x610
            =========     and Write access at rowsum+0x5d0 [508 hazards]
            =========
            ========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)
            EOF
            [ -e FOLDER/races ] || echo '========= RACECHECK SUMMARY: 1 hazard displayed (0 errors, 1 warning)' >> "$log"
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
            boolean isBaseline = source.equals(KernelTasks.ROWSUM.baseline());
            return new Paced(device.load(source, entries, bytes), isBaseline ? 2e-3 : 1e-3);
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

    /** An emulated kernel of these seconds, however busy the machine is. */
    private record Paced(LoadedKernel kernel, double seconds) implements LoadedKernel {
        @Override
        public DeviceArena arena() {
            return kernel.arena();
        }

        @Override
        public double run(List<Launch> launches, DeviceArena.Layout layout, List<Integer> sizes, long seed)
                throws KernelFailure {
            kernel.run(launches, layout, sizes, seed);
            return seconds;
        }

        @Override
        public double floor(DeviceArena.Layout layout, Work work) {
            return seconds / 2;
        }

        @Override
        public String footprint() {
            return "";
        }

        @Override
        public void close() {
            kernel.close();
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
                "#!/bin/sh\nwhile [ \"$1\" != grep ]; do [ \"$1\" = --log-file ] && log=$2; [ \"$1\" = --tool ]"
                        + " && tool=$2; echo \"$1\" >> '" + folder
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
                    .endsWith("; not checked by compute-sanitizer")
                    .doesNotContain("\n");

            program("ncu", NCU);
            assertThat(verifier(device).verify(kernel("j < columns")).feedback())
                    .startsWith("CORRECT: ")
                    .contains(
                            "\ncounters of one launch (ncu): dram_util 0.812, sm_util 0.115\n- kernel rowsum",
                            "memory-bound",
                            "rule UncoalescedAccess estimates 40.0 %")
                    .doesNotContain("\u001b");
            assertThat(folder.resolve("ncu.words")).content().contains("--clock-control\nnone\n--csv\n");

            program("compute-sanitizer", SANITIZER);
            var wrong = verifier(device).verify(kernel("j < columns - 1"));
            assertThat(wrong.stage()).isEqualTo(Stage.BUILT);
            assertThat(wrong.feedback())
                    .startsWith("WRONG: ")
                    .contains(
                            "\ncompute-sanitizer memcheck of one launch:\n- Invalid __global__ read of size 4 bytes\n- at rowsum")
                    .doesNotContain("Host Frame", "backtrace");
            assertThat(remarks).isEmpty();

            Files.delete(folder.resolve("compute-sanitizer"));
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

    @Test
    void aFindingOfTheSanitizerRefusesWhatWasAcceptedAndOneThatSawNothingIsSaid() throws IOException {
        KernelCommandTest.requireEmulator();
        Candidate right = kernel("j < columns");
        try (KernelDevice device = EmulatedDevice.open(CandidateSandbox.BUBBLEWRAP, Duration.ofSeconds(30))) {
            program("compute-sanitizer", JUDGE.replace("FOLDER", "'" + folder + "'"));
            WatchedVerifier clean = verifier(device);
            assertThat(clean.verify(right).feedback())
                    .startsWith("CORRECT: ")
                    .endsWith("; compute-sanitizer finds nothing in one launch");
            Path words = folder.resolve("compute-sanitizer.words");
            assertThat(words)
                    .content()
                    .containsSubsequence("memcheck\n", "--report-api-errors\nno\n", "racecheck\n", "initcheck\n");
            long asked = Files.size(words);
            assertThat(clean.verify(right).feedback()).contains("finds nothing");
            assertThat(words).as("once for each candidate").hasSize(asked);

            Files.createFile(folder.resolve("races"));
            program("ncu", NCU);
            Finding refused = verifier(device).verify(right);
            assertThat(refused.stage()).isEqualTo(Stage.BUILT);
            assertThat(refused.speedup()).isEmpty();
            assertThat(refused.feedback()).isEqualTo("""
                            UNSTABLE: every result was right, but of one launch compute-sanitizer racecheck says:
                            - Error: Race reported between Read access at rowsum+0x610
                            - and Write access at rowsum+0x5d0 [508 hazards]""");

            program("compute-sanitizer", SANITIZER.replace("1 error", "508 errors"));
            assertThat(verifier(device).verify(right).feedback())
                    .startsWith("""
                            WRONG: every result was right, but of one launch compute-sanitizer memcheck says:
                            - Invalid __global__ read of size 4 bytes
                            - at rowsum""")
                    .doesNotContain("SUMMARY");
            Files.delete(folder.resolve("ncu"));
            assertThat(remarks).isEmpty();

            program("compute-sanitizer", "echo '========= ERROR SUMMARY: 0 errors' > \"$log\"; exit 1\n");
            WatchedVerifier blind = verifier(device);
            for (Candidate each : List.of(right, kernel("j < columns + 0"))) {
                assertThat(blind.verify(each).feedback())
                        .startsWith("CORRECT: ")
                        .endsWith("; not checked by compute-sanitizer");
            }
            assertThat(remarks)
                    .containsExactly("compute-sanitizer did not see a launch: the launch ended with exit code 1");
        }
    }
}
