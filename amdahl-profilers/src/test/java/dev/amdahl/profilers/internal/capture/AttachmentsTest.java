package dev.amdahl.profilers.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.profilers.internal.bpf.BpftraceJsonProfiler;
import dev.amdahl.profilers.internal.jfr.JfrProfiler;
import dev.amdahl.profilers.internal.nsight.NcuProfiler;
import dev.amdahl.profilers.internal.nsys.NsysProfiler;
import dev.amdahl.profilers.internal.stacks.FoldedProfiler;
import dev.amdahl.profilers.internal.stacks.PerfScriptProfiler;
import dev.amdahl.profilers.internal.telemetry.TelemetryProfiler;
import dev.amdahl.profilers.kineto.KinetoProfiler;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that are started under captures: by the real tool where it is here, else by one that is played and writes what the real one did. */
final class AttachmentsTest {
    private static final String PYTHON = """
            def busy(n):
                total = 0
                for i in range(n):
                    total += i % 7
                return total
            print(busy(12000000))
            """;

    private static final String JAVA = """
            public class Hot {
                static double busy(int n) {
                    double sum = 0;
                    for (int i = 1; i < n; i++) {
                        sum += Math.sqrt(i) / i;
                    }
                    return sum;
                }
                public static void main(String[] args) {
                    double sum = 0;
                    for (int i = 0; i < 150; i++) {
                        sum += busy(4_000_000);
                    }
                    System.out.println(sum > 0 ? "done" : "");
                }
            }
            """;

    private static final String C = """
            #include <stdio.h>
            static double busy(long n) { volatile double s = 0; for (long i = 0; i < n; i++) s += i; return s; }
            int main(void) { printf("%d\\n", busy(400000000L) > 0); return 7; }
            """;

    @TempDir
    private Path folder;

    private Path captures;

    private record Ended(int code, String out) {}

    @BeforeEach
    void prepare() throws IOException {
        Requires.program("sh");
        captures = Files.createDirectory(folder.resolve("captures"));
    }

    private Ended run(Profiler profiler, String... command) throws Exception {
        List<String> words = new ArrayList<>(
                List.of("sh", "-c", profiler.attachment().orElseThrow().script() + "\nexec \"$@\"\n", "sh"));
        words.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("AMDAHL_CAPTURES", captures.toString());
        builder.environment().merge("PATH", folder.resolve("bin").toString(), (path, first) -> first + ":" + path);
        Path out = folder.resolve("out");
        Process process = builder.redirectOutput(out.toFile()).start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out));
    }

    private void play(String tool, String text) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path file = Files.writeString(bin.resolve(tool), "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Profile read(Profiler profiler, String file) {
        Artifact artifact = new Artifact(captures.resolve(file), file.replaceFirst("[.-].*", ""));
        assertThat(profiler.reads(artifact)).isTrue();
        return profiler.read(artifact, ProfileLimits.DEFAULT);
    }

    private String arguments() throws IOException {
        return Files.readString(folder.resolve("arguments")).strip().replace(captures.toString(), "CAPTURES");
    }

    @Test
    void pythonTellsWhereItWasOnAProcessor() throws Exception {
        String python = Requires.program("python3").toString();
        Files.writeString(folder.resolve("job.py"), PYTHON);
        Ended ended = run(new KinetoProfiler(), python, "job.py");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).matches("\\d+\n");
        assertThat(Files.readString(folder.resolve("err"))).isEmpty();
        Profile profile = read(new FoldedProfiler(), "stacks.folded");
        assertThat(profile.hotFrames().stream().mapToDouble(HotFrame::seconds).sum())
                .isGreaterThan(.1);
        assertThat(profile.hotFrames()).anyMatch(frame -> frame.frame().matches("busy \\(job\\.py:\\d+\\)"));
    }

    @Test
    void aRunningJavaProgramIsRecorded() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Files.writeString(folder.resolve("Hot.java"), JAVA);
        Ended ended = run(new JfrProfiler(), java, "Hot.java");

        assertThat(ended.out()).isEqualTo("done\n");
        try (var files = Files.list(captures)) {
            String file = files.findFirst().orElseThrow().getFileName().toString();
            assertThat(read(new JfrProfiler(), file).hotFrames())
                    .anyMatch(frame -> frame.frame().startsWith("Hot.busy"));
        }
    }

    @Test
    void perfSeesWhereACompiledProgramIsHot() throws Exception {
        Requires.program("perf");
        Requires.program("gcc");
        Files.writeString(folder.resolve("hot.c"), C);
        assertThat(new ProcessBuilder("gcc", "-o", "hot", "hot.c")
                        .directory(folder.toFile())
                        .start()
                        .waitFor())
                .isZero();
        Ended ended = run(new PerfScriptProfiler(), "./hot");

        assertThat(ended).isEqualTo(new Ended(7, "1\n"));
        Profile profile = read(new PerfScriptProfiler(), "perf.txt");
        assertThat(profile.hotFrames().get(0).frame()).contains("busy");
        assertThat(profile.hotFrames().get(0).seconds()).isGreaterThan(.1);
    }

    @Test
    void pySpyTakesThePlaceOfTheHooksOwnStacks() throws Exception {
        play("py-spy", """
                case $* in *' -c pass') exit 0 ;; esac
                echo "$@" >arguments
                while [ "$1" != --output ]; do shift; done
                echo 'main (job.py:1);busy (job.py:3) 250' >"$2"
                shift 3
                "$@"
                """);
        Ended ended = run(new FoldedProfiler(), "python3-played", "job.py");

        assertThat(ended.code()).as("there is no such python").isEqualTo(127);
        assertThat(arguments())
                .isEqualTo("record --rate 100 --nonblocking --subprocesses --format raw --output CAPTURES/.stacks --"
                        + " python3-played job.py");
        assertThat(read(new FoldedProfiler(), "stacks.folded")
                        .hotFrames()
                        .get(0)
                        .seconds())
                .isEqualTo(2.5);
    }

    @Test
    void nsysLeavesWhatItExports() throws Exception {
        play("nsys", """
                [ "$1" != --version ] || exit 0
                echo "$@" >arguments
                while [ "$1" != --output ]; do shift; done
                out=$2
                shift 2
                "$@"
                code=$?
                printf 'SQLite format 3\\0' >"$out.sqlite"
                : >"$out.nsys-rep"
                exit $code
                """);
        Ended ended = run(new NsysProfiler(), "sh", "-c", "echo ran; exit 5");

        assertThat(ended).isEqualTo(new Ended(5, "ran\n"));
        assertThat(arguments())
                .isEqualTo(
                        "profile --trace cuda,nvtx,osrt --sample none --export sqlite --output CAPTURES/.nsys sh -c echo"
                                + " ran; exit 5");
        assertThat(new NsysProfiler().reads(new Artifact(captures.resolve("nsys.sqlite"), "nsys")))
                .isTrue();
        try (var files = Files.list(captures)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void ncuWritesItsTable() throws Exception {
        Path recorded =
                Path.of("src/test/resources/recorded/ncu/cublaslt_ncu_b200.log").toAbsolutePath();
        play("ncu", """
                [ "$1" != --version ] || exit 0
                echo "$@" >arguments
                while [ "$1" != --log-file ]; do shift; done
                cp '%s' "$2"
                shift 2
                exec "$@"
                """.formatted(recorded));
        Ended ended = run(new NcuProfiler(), "echo", "ran");

        assertThat(ended).isEqualTo(new Ended(0, "ran\n"));
        assertThat(arguments())
                .isEqualTo("--csv --page raw --set basic --launch-skip 200 --launch-count 50 --target-processes all"
                        + " --log-file CAPTURES/ncu.csv echo ran");
        assertThat(read(new NcuProfiler(), "ncu.csv").counters()).isNotEmpty();
    }

    @Test
    void bpftraceIsToldToEndWithTheCommand() throws Exception {
        play("id", "echo 0\n");
        play("bpftrace", """
                case $* in *'exit(); }') exit 0 ;; esac
                while [ "$1" != -o ]; do shift; done
                echo '{"type": "attached_probes", "data": {"probes": 5}}' >"$2"
                out=$2
                trap 'echo "{\\"type\\": \\"hist\\", \\"data\\": {\\"@run_queue_wait_usecs\\": [{\\"min\\": 4, \\"max\\": 7, \\"count\\": 9}]}}" >>"$out"; exit' TERM
                while :; do sleep 0.05; done
                """);
        Ended ended = run(new BpftraceJsonProfiler(), "sh", "-c", "sleep 0.3; exit 6");

        assertThat(ended.code()).isEqualTo(6);
        assertThat(read(new BpftraceJsonProfiler(), "bpf.json").counters())
                .containsEntry("@run_queue_wait_usecs.p99_upper_seconds", 8e-6);
    }

    @Test
    void devicesAreSampledForAsLongAsTheCommandRuns() throws Exception {
        String samples =
                "# gpu   pwr gtemp    sm   mem  pclk\n# Idx     W     C     %     %   MHz\n    0    80    40    50    10  1500\n";
        play("nvidia-smi", """
                [ "$1" != -L ] || exit 0
                echo "$@" >arguments
                printf '%s'
                echo $$ >pid
                while :; do sleep 0.05; done
                """.formatted(samples.replace("%", "%%").replace("\n", "\\n")));
        Ended ended = run(TelemetryProfiler.nvidiaSmi(), "sh", "-c", "sleep 0.4; echo ran");

        assertThat(ended).isEqualTo(new Ended(0, "ran\n"));
        assertThat(arguments()).isEqualTo("dmon -s pucvm -d 1 -o DT");
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        for (int i = 0; i < 100 && ProcessHandle.of(pid).isPresent(); i++) {
            Thread.sleep(50);
        }
        assertThat(ProcessHandle.of(pid)).isEmpty();
        assertThat(read(TelemetryProfiler.nvidiaSmi(), "dmon.txt").counters())
                .containsEntry("device_busy_fraction", .5);
    }

    @Test
    void dcgmIsAskedForWhatItsReaderKnows() throws Exception {
        Path recorded = Path.of("src/test/resources/recorded/gpu-telemetry/dcgmi_dmon.txt")
                .toAbsolutePath();
        play("dcgmi", """
                [ "$1" != discovery ] || exit 0
                echo "$@" >arguments
                cat '%s'
                """.formatted(recorded));
        Ended ended = run(TelemetryProfiler.dcgm(), "sh", "-c", "sleep 0.3; echo ran");

        assertThat(ended).isEqualTo(new Ended(0, "ran\n"));
        assertThat(arguments()).isEqualTo("dmon -e 1001,1002,1004,1005,150,100,252,250,155 -d 1000");
        assertThat(read(TelemetryProfiler.dcgm(), "dcgm.txt").counters()).containsEntry("telemetry_samples", 15.0);
    }
}
