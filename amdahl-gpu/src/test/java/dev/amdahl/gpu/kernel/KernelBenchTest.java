package dev.amdahl.gpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.amdahl.core.internal.refine.PairedTimes;
import dev.amdahl.gpu.kernel.device.DeviceArena;
import dev.amdahl.gpu.kernel.device.LoadedKernel;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelBenchTest {
    private static final int MAX_ITEMS = 1_000_000;

    /** All its tasks stand in a file of the tests, {@code LEVEL | NAME}, as its repository names them. */
    @Test
    void namesAreUniqueAndTheirs() throws IOException {
        try (InputStream in = KernelBenchTest.class.getResourceAsStream("kernelbench-names.txt")) {
            List<String> theirs = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertThat(theirs).hasSize(200);
            assertThat(theirs)
                    .containsAll(KernelBench.tasks().stream()
                            .map(task -> task.level() + " | " + task)
                            .toList());
        }
        assertThat(KernelBench.tasks()).extracting(KernelTask::name).doesNotHaveDuplicates();
        assertThat(Stream.of(1, 2)
                        .map(level -> KernelBench.tasks().stream()
                                .filter(task -> task.level() == level)
                                .count()))
                .containsExactly(59L, 25L);
        assertThat(KernelTasks.all()).allMatch(task -> task.level() == 0);
    }

    @Test
    void shapesAreSmallHereAndTheirsOnADeviceWhereTheJudgeHoldsThem() {
        for (KernelTask task : KernelBench.tasks()) {
            assertThat(task.output().applyAsInt(task.timed())).isLessThanOrEqualTo(MAX_ITEMS);
            KernelTask there = KernelTasks.onAccelerator(task);
            assertThat(DeviceArena.bytes(there.mostElements(), 4))
                    .as(task.name())
                    .isLessThan(Integer.MAX_VALUE);
            assertThat(there.elements(there.timed())).isGreaterThanOrEqualTo(task.elements(task.timed()));
        }
        KernelTask held = KernelTasks.onAccelerator(KernelTasks.named("71_Conv2d_Divide_LeakyReLU"));
        assertThat(held.timed()).isEqualTo(KernelBench.full(held));
        assertThat(KernelTasks.onAccelerator(KernelTasks.named("19_ReLU")).timed())
                .isEqualTo(Shape.of(4096, 24_576));
        assertThat(KernelBench.tasks())
                .filteredOn(task -> KernelTasks.onAccelerator(task).timed().equals(KernelBench.full(task)))
                .hasSize(27);
    }

    @Test
    void theErrorFunctionIsItself() {
        assertThat(ValueSteps.erf(.5)).isEqualTo(.5204998778130465, offset(1e-15));
        assertThat(ValueSteps.erf(-2)).isEqualTo(-.9953222650189527, offset(1e-15));
        assertThat(ValueSteps.erf(9)).isEqualTo(1);
        assertThat(ValueSteps.erf(Double.NaN)).isNaN();
    }

    /** The baselines of a level are one text, so that the compiler starts once. */
    @Tag("soak")
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void everyBaselineIsRight(int level) throws Exception {
        String all = text(level);
        try (Lab lab = new Lab()) {
            for (KernelTask task : level(level)) {
                check(lab, task, all);
            }
        }
    }

    private static List<KernelTask> level(int level) {
        return KernelBench.tasks().stream()
                .filter(task -> task.level() == level)
                .toList();
    }

    private static String text(int level) {
        return level(level).stream().map(KernelTask::baseline).collect(Collectors.joining());
    }

    private static void check(Lab lab, KernelTask task, String text) throws Exception {
        CandidateForm form = CandidateForm.parse(task.baseline(), task.dimensions());
        long bytes = DeviceArena.bytes(task.mostElements(), task.inputs().size() + 1);
        try (LoadedKernel kernel = lab.device().load(text, form.entries(), bytes)) {
            SplittableRandom random = new SplittableRandom(5);
            CorrectnessCheck check = new CorrectnessCheck(task, form, kernel, random);
            check.timed(KernelInput.draw(task, InputKind.NORMAL, task.timed(), random)
                    .withNaN(0, random)
                    .orElseThrow());
            check.timed(KernelInput.draw(task, InputKind.ADVERSARIAL, task.shown(), random));
            check.timed(KernelInput.hidden(task, random));
            for (Shape shape : task.fixed()) {
                check.timed(KernelInput.draw(task, InputKind.WIDE, shape, random));
            }
        } catch (CandidateRejectedException rejected) {
            throw new IllegalStateException(task + ": " + rejected.finding().feedback(), rejected);
        }
    }

    @Tag("soak")
    @Test
    void aWrongBaselineIsRefused() throws Exception {
        List<List<String>> wrong = List.of(
                List.of("1_Square_matrix_multiplication_", "l < k", "l < k - 1"),
                List.of("16_Matmul_with_transposed_A", "l * m + i", "i * k + l"),
                List.of("15_Matmul_for_lower_triangular_matrices", "l <= i", "l < i"),
                List.of("29_Softplus", "-fabsf(x)", "x"),
                List.of("26_GELU_", "0.707106781f", "0.7f"),
                List.of("24_LogSoftmax", "- sum;", "+ sum;"),
                List.of("92_cumsum_exclusive", "to[j] = sum;\n        sum += from[j];", "to[j] = sum += from[j];"),
                List.of("36_RMSNorm_", "/ r + 1e-5f", "/ c + 1e-5f"),
                List.of("53_Min_reduction_over_a_dimension", "x < other", "x > other"),
                List.of("41_Max_Pooling_1D", "q * 3 - 4", "q * 2 - 4"),
                List.of("80_conv_standard_2D_square_input_asymmetric_kernel___dilated____padded__", "v < 0 ||", ""),
                List.of("100_HingeLoss", "at % columns", "at / columns"),
                List.of("54_Conv2d_Multiply_LeakyReLU_GELU", "x * v[j]", "x + v[j]"),
                List.of("64_Gemm_LogSumExp_LeakyReLU_LeakyReLU_GELU_GELU", "l < n && ", "l < n - 1 && "),
                List.of("99_Matmul_GELU_Softmax", "all(part, largest, true)", "all(part, largest, false)"));
        String text = "";
        StringBuilder all = new StringBuilder();
        for (List<String> each : wrong) {
            text = KernelTasks.named(each.get(0)).baseline();
            assertThat(text).contains(each.get(1));
            all.append(text.replace(each.get(1), each.get(2)));
        }
        try (Lab lab = new Lab()) {
            for (List<String> each : wrong) {
                assertThatThrownBy(() -> check(lab, KernelTasks.named(each.get(0)), all.toString()))
                        .as(each.get(0))
                        .isInstanceOf(IllegalStateException.class);
            }
        }
    }

    static Stream<KernelTask> tasks() {
        return KernelBench.tasks().stream();
    }

    /** The whole judgement, a baseline as the candidate. */
    @Tag("long")
    @ParameterizedTest
    @MethodSource("tasks")
    void theJudgeAcceptsEveryBaseline(KernelTask task) {
        try (Lab lab = new Lab()) {
            Finding finding = new KernelVerifier(
                            task,
                            lab.device(),
                            new VerificationSettings(1, 2, 6, .05, 1.05, 10),
                            PairedTimes::speedup,
                            () -> 3)
                    .verify(new Candidate("baseline", "", task.baseline(), ""));
            assertThat(finding.isCorrect()).as(finding.feedback()).isTrue();
        }
    }

    @Tag("long")
    @Test
    void nvccTakesEveryBaseline(@TempDir Path folder) throws Exception {
        Requires.program("nvcc");
        Path file = Files.writeString(folder.resolve("all.cu"), text(1) + text(2));
        for (String architecture : List.of("sm_90a", "sm_100a")) {
            Process nvcc = new ProcessBuilder(
                            "nvcc",
                            "-cubin",
                            "-arch=" + architecture,
                            "-Werror=all-warnings",
                            "-o",
                            "all.cubin",
                            file.toString())
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(nvcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(nvcc.waitFor()).as(said).isZero();
        }
        assertThat(folder.resolve("all.cubin")).isNotEmptyFile();
    }
}
