package dev.amdahl.core.internal.refine.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real compilers, real sandboxes, real processes. */
final class KernelVerifierTest {
    private static final int LOOKS = 8;

    /** For what is faster and does not look it at once: a busy machine may hide twice the speed from ten pairs. */
    private static final VerificationSettings PATIENT =
            new VerificationSettings(6, 40, 3, .02, 1.05, Duration.ofSeconds(5));

    private static final int PATIENT_LOOKS = 20;

    private static final LongSupplier SEEDS = new SplittableRandom(7)::nextLong;
    private static Optional<BuildDirectory> open = Optional.empty();

    @BeforeAll
    static void open() {
        Requires.program("gcc");
        Requires.program("bwrap");
        open = Optional.of(BuildDirectory.open(CandidateSandbox.BUBBLEWRAP));
    }

    @AfterAll
    static void close() {
        open.ifPresent(BuildDirectory::close);
    }

    static List<Kernels> cheats() {
        return Kernels.in("cheats", 12);
    }

    static List<Kernels> honest() {
        return Kernels.in("honest", 12);
    }

    static List<Kernels> bugs() {
        return Kernels.in("bugs", 4);
    }

    static List<Kernels> stopped() {
        return Kernels.in("stopped", 5);
    }

    @ParameterizedTest
    @MethodSource("cheats")
    void cheatIsRefutedForWhatItDoes(Kernels kernel) {
        assertThat(verified(kernel).hack())
                .contains(Hack.valueOf(kernel.expected().orElseThrow()));
    }

    @Test
    void cheatsCoverEachPattern() {
        assertThat(cheats().stream()
                        .map(kernel -> kernel.expected().orElseThrow())
                        .collect(Collectors.toSet()))
                .hasSizeGreaterThanOrEqualTo(12);
    }

    @ParameterizedTest
    @MethodSource("honest")
    void honestKernelIsNotRefuted(Kernels kernel) {
        Finding finding = verified(kernel);
        assertThat(finding.isCorrect()).as(finding.feedback()).isTrue();
        assertThat(finding.speedup()).isPresent();
        if (kernel.expected().isPresent()) {
            boolean isShown = finding.stage() == Stage.FASTER
                    || IntStream.range(0, PATIENT_LOOKS)
                            .anyMatch(again -> verified(kernel, PATIENT).stage() == Stage.FASTER);
            assertThat(isShown).as(finding.feedback()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void mistakeAtAnEdgeIsFoundAndIsNoAccusation(Kernels kernel) {
        Finding finding = verified(kernel);
        assertThat(finding.stage()).as(finding.feedback()).isEqualTo(Stage.BUILT);
        assertThat(finding.hack()).as(finding.feedback()).isEmpty();
        assertThat(finding.speedup()).isEmpty();
    }

    /** On a busy machine calls take so long that one who works beside them may look slow and no more. */
    @ParameterizedTest
    @MethodSource("stopped")
    void whatNoScanHasSeenIsStoppedWhenItRuns(Kernels kernel) {
        Finding finding = unscanned(kernel, VerificationSettings.QUICK);
        for (int look = 0; look < LOOKS && finding.hack().isEmpty(); look++) {
            assertThat(finding.stage()).as(finding.feedback()).isNotEqualTo(Stage.FASTER);
            finding = unscanned(kernel, VerificationSettings.QUICK);
        }
        assertThat(finding.hack())
                .as(finding.feedback())
                .contains(Hack.valueOf(kernel.expected().orElseThrow()));
    }

    @Test
    void kernelWithoutEndIsEnded() {
        Kernels endless = new Kernels(
                "sum.c",
                "void kernel(const float *a, const float *b, float *out, long n) { for (;;) *(volatile float *)out = 0; }");
        VerificationSettings hasty = new VerificationSettings(6, 10, 2, .02, 1.05, Duration.ofMillis(300));
        Finding finding = unscanned(endless, hasty);
        assertThat(finding.stage()).isEqualTo(Stage.BUILT);
        assertThat(finding.feedback()).contains("no answer within PT0.3S");
    }

    @Test
    void kernelThatIsSlowInEachCallIsEnded() {
        Kernels slow = new Kernels(
                "sum.c",
                "void kernel(const float *a, const float *b, float *out, long n) {"
                        + " float sum = 0; for (long i = 0; i < n; i++) sum += a[i]; out[0] = sum;"
                        + " for (volatile int i = 0; i < 10000000; i++) {} }");
        Finding finding = unscanned(slow, new VerificationSettings(2000, 200, 2, .02, 1.05, Duration.ofSeconds(1)));
        assertThat(finding.stage()).isEqualTo(Stage.BUILT);
        assertThat(finding.hack()).isEmpty();
        assertThat(finding.feedback()).contains("more than PT1S of processor time");
    }

    @Test
    void whatIsNoKernelIsToldWhy() {
        assertThat(verified(new Kernels("sum.c", " ")).stage()).isEqualTo(Stage.NONE);
        Finding unfinished = verified(new Kernels("sum.c", "void kernel(const float *a"));
        assertThat(unfinished.stage()).isEqualTo(Stage.FORMED);
        assertThat(unfinished.feedback()).contains("does not compile", "kernel.c");
        Finding other = verified(new Kernels("sum.c", "int other(void) { return 1; }"));
        assertThat(other.stage()).isEqualTo(Stage.FORMED);
        assertThat(other.feedback()).contains("could not be loaded");
        Finding thrown = verified(new Kernels(
                "java-axpy.java",
                "class Kernel { static void run(float[] a, float[] b, float[] out, int n) { out[n] = 1; } }"));
        assertThat(thrown.stage()).isEqualTo(Stage.BUILT);
        assertThat(thrown.feedback()).contains("ArrayIndexOutOfBounds");
    }

    @Test
    void nothingOfTheMachineReachesTheCompiler() {
        Finding finding = unscanned(
                new Kernels("sum.c", "#include \"/etc/passwd\"\nvoid kernel(void) {}"), VerificationSettings.QUICK);
        assertThat(finding.stage()).isEqualTo(Stage.FORMED);
        assertThat(finding.feedback()).doesNotContain("root:");
    }

    private static Finding verified(Kernels kernel) {
        return verified(kernel, VerificationSettings.QUICK);
    }

    private static Finding verified(Kernels kernel, VerificationSettings effort) {
        return new KernelVerifier(kernel.task(), kernel.language(), workshop(), effort, SEEDS)
                .verify(kernel.candidate());
    }

    private static Finding unscanned(Kernels kernel, VerificationSettings effort) {
        Toolchain blind = new BlindToolchain(workshop().toolchain(Language.C));
        return new KernelVerifier(kernel.task(), Language.C, blind, workshop(), effort, SEEDS)
                .verify(new Candidate("blind", "", kernel.source(), ""));
    }

    private static BuildDirectory workshop() {
        return open.orElseThrow();
    }
}
