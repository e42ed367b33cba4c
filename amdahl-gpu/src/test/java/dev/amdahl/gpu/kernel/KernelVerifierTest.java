package dev.amdahl.gpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Speedup;
import dev.amdahl.spi.refine.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KernelVerifierTest {
    private static final int AA_LOOKS = 20;
    /** More are seen in less than one of a hundred runs, where one of 20 is expected. */
    private static final int AA_MISSES = 4;

    private static Optional<Lab> open = Optional.empty();

    @BeforeAll
    static void open() {
        open = Optional.of(new Lab());
    }

    @AfterAll
    static void close() {
        open.ifPresent(Lab::close);
    }

    private static Lab lab() {
        return open.orElseThrow();
    }

    static Stream<Path> cheats() {
        List<Path> cheats = Lab.sources("cheats");
        assertThat(cheats).hasSizeGreaterThanOrEqualTo(14);
        return cheats.stream();
    }

    /** Cheats and faults that only pages show which belong to no buffer, or to an input. */
    static Stream<Path> beside() {
        return Lab.sources("beside").stream();
    }

    static Stream<Path> honest() {
        return Lab.sources("honest").stream();
    }

    @ParameterizedTest
    @MethodSource({"cheats", "beside"})
    void aCheatIsRejectedForTheRightReason(Path file) throws IOException {
        String source = Files.readString(file);
        String reason = source.substring(3, source.indexOf(':'));
        Finding finding = judged(file, source);
        if (reason.equals(Milestone.LAUNCH_ERROR.name()) || reason.equals(Milestone.WRONG.name())) {
            assertThat(finding.stage()).as(finding.feedback()).isEqualTo(Stage.BUILT);
            assertThat(finding.feedback()).startsWith(reason);
        } else {
            assertThat(finding.hack()).as(finding.feedback()).contains(Hack.valueOf(reason));
        }
        assertThat(finding.isCorrect()).isFalse();
    }

    private static Finding judged(Path file, String source) {
        if (!file.toString().endsWith("hangs.cu")) {
            return lab().verify(Lab.task(file), source);
        }
        try (Lab hasty = new Lab(Duration.ofMillis(600))) {
            return hasty.verify(Lab.task(file), source);
        }
    }

    @ParameterizedTest
    @MethodSource("honest")
    void anHonestTwinIsNot(Path file) throws IOException {
        Finding finding = lab().verify(Lab.task(file), Files.readString(file));
        assertThat(finding.isCorrect()).as(finding.feedback()).isTrue();
    }

    /** A kernel that is its own baseline: of intervals of 95 %, 19 of 20 hold 1, on a machine that does nothing else. */
    @Tag("long")
    @Test
    void aBaselineIsAsFastAsItself() {
        List<String> missed = new ArrayList<>();
        for (int look = 0; look < AA_LOOKS; look++) {
            KernelTask task = KernelTasks.all().get(look % KernelTasks.all().size());
            Finding finding = lab().verify(task, task.baseline());
            Speedup speedup = finding.speedup().orElseThrow();
            if (speedup.lower() > 1 || speedup.upper() < 1) {
                missed.add(task + ": " + finding.feedback());
            }
        }
        assertThat(missed).hasSizeLessThanOrEqualTo(AA_MISSES);
    }

    static Stream<KernelTask> tasks() {
        return KernelTasks.all().stream();
    }

    @ParameterizedTest
    @MethodSource("tasks")
    void theFirstGuessOfEachTemplateIsRight(KernelTask task) {
        for (KernelTemplate template : KernelTemplate.of(task)) {
            Finding finding =
                    lab().verify(task, template.source(template.settings().get(0)));
            assertThat(finding.isCorrect())
                    .as(template.name() + ": " + finding.feedback())
                    .isTrue();
            assertThat(finding.speedup()).isPresent();
            assertThat(finding.feedback()).contains("of the roofline");
        }
    }

    @Test
    void theLadderSaysWhereItStopped() {
        String rule = "//@ launch rowsum grid=(ceil(rows / 64), 1) block=(64, 1)\n";
        String head = rule + "extern \"C\" __global__ void rowsum(const float *x, float *y, int rows, int columns) {\n";
        assertThat(feedback("int x;")).startsWith("NO_FORM: one or two lines");
        assertThat(feedback("//@ launch rowsum grid=(rows / 0, 1) block=(64, 1)"))
                .startsWith("NO_FORM: division by zero");
        assertThat(feedback("//@ launch rowsum grid=(1, 1) block=(64, 64)"))
                .startsWith("NO_FORM: a block has at most 1024");
        assertThat(feedback(head + "y[0] = z; }")).startsWith("COMPILE_ERROR:").contains("kernel.cu:3");
        assertThat(feedback(head + "*(volatile float *)0 = 1.0f; }"))
                .startsWith("LAUNCH_ERROR:")
                .contains("crashed with signal 11");
        assertThat(feedback(head + "if (threadIdx.x == 3) __syncthreads(); else if (threadIdx.x == 4) __syncwarp(); }"))
                .startsWith("LAUNCH_ERROR:")
                .contains("barrier");
        assertThat(feedback(head
                        + "int row = blockIdx.x * blockDim.x + threadIdx.x; if (row >= rows) return; float s = 0;"
                        + " for (int j = 0; j < columns / 4 * 4; j++) s += x[row * columns + j]; y[row] = s; }"))
                .startsWith("WRONG:")
                .contains("worst at out[", "shape 1x1");
    }

    private static String feedback(String source) {
        Finding finding = lab().verify(KernelTasks.ROWSUM, source);
        assertThat(finding.isCorrect()).isFalse();
        return finding.feedback();
    }
}
