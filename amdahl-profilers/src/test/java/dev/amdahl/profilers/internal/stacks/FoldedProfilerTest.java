package dev.amdahl.profilers.internal.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FoldedProfilerTest {
    @TempDir
    Path directory;

    FoldedProfilerTest() {
        directory = Path.of("");
    }

    @Test
    void aKnownRateGivesSecondsAndSharesOfProcessorTime() {
        Profile profile = read("x.folded", """
                # frequency: 100
                python;main;load;json_loads;_PyUnicode_New 20
                python;main;_PyEval_EvalFrameDefault 30
                python;main;cblas_sgemm;memcpy 25
                python;main;train (train.py:42) 25
                swapper/0;cpu_startup_entry;default_idle 900
                """);
        assertThat(StackText.hot(profile))
                .containsOnly(
                        Map.entry("_PyUnicode_New", .2),
                        Map.entry("_PyEval_EvalFrameDefault", .3),
                        Map.entry("memcpy", .25),
                        Map.entry("train (train.py:42)", .25));
        assertThat(profile.counters())
                .containsOnly(
                        Map.entry("on_cpu_sampled_seconds", 1.0),
                        Map.entry("parse_cpu_frac", .2),
                        Map.entry("python_self_frac", .3),
                        Map.entry("cpu_gemm_frac", .25));
        assertThat(profile.findings()).singleElement().asString().contains("9.000000 s", "idle");
    }

    @Test
    void withoutARateFramesAreSharesAndItSaysSo() {
        Profile profile = read("x.folded", "a;b;memmove 3\na;aten::sparse_mul 1\n");
        assertThat(StackText.hot(profile)).containsOnly(Map.entry("memmove", .75), Map.entry("aten::sparse_mul", .25));
        assertThat(profile.counters()).containsOnly(Map.entry("stack_samples", 4.0), Map.entry("cpu_copy_frac", .75));
        assertThat(profile.findings())
                .anyMatch(finding -> finding.contains("shares of 4 samples, not seconds"))
                .anyMatch(finding -> finding.contains("does not say what it counts"));
    }

    @Test
    void timeOffTheProcessorIsGivenToWhatWaited() {
        Profile profile = read("out.offcpu", """
                python;main;pthread_cond_wait;futex_wait_queue_me;schedule 1500000
                python;read;pipe_read;pipe_wait;schedule 500000
                kworker/0;ret_from_fork;kthread;worker_thread;schedule 9000000
                """);
        assertThat(StackText.hot(profile))
                .containsOnly(Map.entry("futex_wait_queue_me", 1.5), Map.entry("pipe_wait", .5));
        assertThat(profile.counters())
                .containsOnly(
                        Map.entry("off_cpu_seconds", 11.0),
                        Map.entry("off_cpu_lock_seconds", 1.5),
                        Map.entry("off_cpu_pipe_or_socket_seconds", .5),
                        Map.entry("off_cpu_kernel_thread_seconds", 9.0));
    }

    @Test
    void stacksThatEndInTheSchedulerTellNoShareOfProcessorTime() {
        Profile profile = read("x.folded", "a;memcpy 1\na;pipe_read;schedule 9\n");
        assertThat(profile.counters()).containsOnlyKeys("stack_samples");
        assertThat(profile.findings()).anyMatch(finding -> finding.contains("looks like time off the processor"));
    }

    @Test
    void aStackThatEndsInAKernelCountsForItsLauncher() {
        Profile profile = read("x.folded", "main;step;cudaLaunchKernel;[GPU_Kernel]gemm 9\nmain;[GPU_Kernel]copy 1\n");
        assertThat(StackText.hot(profile)).containsOnly(Map.entry("step", .9), Map.entry("main", .1));
        assertThat(profile.counters()).containsOnlyKeys("stack_samples");
    }

    @Test
    void otherLinesAreSkippedAndSaid() {
        Profile profile = read("x.folded", "a;b 3\nWARNING: lost\na;b 99999999999999999999\n\na; ;- 1\n");
        assertThat(profile.counters()).containsEntry("stack_samples", 4.0);
        assertThat(profile.findings()).anyMatch(finding -> finding.startsWith("skipped 2 lines: no folded stack"));
    }

    @Test
    void aFileWithoutAStackOrWithAnUnknownUnitIsRefused() {
        assertThatThrownBy(() -> read("x.folded", "\n# unit: samples\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no folded stack");
        assertThatThrownBy(() -> read("x.folded", "# unit: parsecs\na;b 3\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("line 1")
                .hasMessageContaining("parsecs");
        assertThatThrownBy(() -> read("x.folded", "a;b 3\n# frequency: 99\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("line 2");
    }

    @Test
    void hostileSizesStayBounded() {
        StringBuilder text = new StringBuilder("deep");
        text.append(";f".repeat(100_000)).append(" 1\n");
        text.append("x".repeat(TextLines.MAX_LENGTH + 1)).append(";y 1\n");
        for (int i = 0; i < FrameSums.MAX + 10; i++) {
            text.append("a;").append(i).append(" 1\n");
        }
        Profile profile = read("x.folded", text.toString());
        assertThat(profile.hotFrames()).hasSize(1000);
        assertThat(profile.hotFrames().get(0).frame()).isEqualTo(FrameSums.REST);
        assertThat(profile.findings()).anyMatch(finding -> finding.contains("distinct frames"));
    }

    @Test
    void linesOfAnotherKindAreNotClaimed() throws IOException {
        for (String text : new String[] {"line 1\nline 2\n", "a;b\n", "loss; step 3\nnot a count\n", "x;y 1\0\n"}) {
            Path file = Files.writeString(directory.resolve("other"), text);
            assertThat(new FoldedProfiler().reads(new Artifact(file, "log")))
                    .as(text)
                    .isFalse();
        }
    }

    private Profile read(String name, String text) {
        return StackText.read(new FoldedProfiler(), directory, name, text);
    }
}
