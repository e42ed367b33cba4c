package dev.amdahl.gpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.refine.PairedTimes;
import dev.amdahl.gpu.kernel.device.CudaDevice;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Speedup;
import dev.amdahl.spi.refine.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the kernel lab keeps on a device: processes, copies, graphs and clocks as they are there. */
abstract class KernelLabContract {
    private static final VerificationSettings RIGOUR = new VerificationSettings(1, 2, 8, .05, 1.05, 10);
    private static final int LOOKS = 3;

    /** Tricks of a host: no device has them, and whatever else stops them will do. */
    private static final Set<String> OF_A_HOST = Set.of("07-rowsum-answers-itself.cu", "15-rowsum-system-call.cu");

    private long seed = 7;

    /** The device; a call counts as hung after that time. */
    abstract CudaDevice device(Duration limit);

    /** The task as it is timed there. */
    abstract KernelTask timed(KernelTask task);

    private Finding verify(KernelTask task, String source, Duration limit) {
        return new KernelVerifier(timed(task), device(limit), RIGOUR, PairedTimes::speedup, () -> seed++)
                .verify(new Candidate("tried", "", source, ""));
    }

    private Finding verify(KernelTask task, String source) {
        return verify(task, source, Duration.ofMinutes(1));
    }

    static Stream<KernelTask> tasks() {
        return KernelTasks.all().stream();
    }

    /** An interval of 95 % may miss once; what is biased misses always. */
    @ParameterizedTest
    @MethodSource("tasks")
    void aBaselineIsAsFastAsItself(KernelTask task) {
        String told = "";
        for (int look = 0; look < LOOKS; look++) {
            Finding finding = verify(task, task.baseline());
            assertThat(finding.isCorrect()).as(finding.feedback()).isTrue();
            assertThat(finding.feedback()).contains("registers");
            Speedup speedup = finding.speedup().orElseThrow();
            if (speedup.lower() <= 1 && speedup.upper() >= 1) {
                return;
            }
            told += finding.feedback() + "\n";
        }
        throw new AssertionError(told);
    }

    static Stream<Path> cheats() {
        return Lab.sources("cheats").stream();
    }

    @ParameterizedTest
    @MethodSource("cheats")
    void aCheatIsRejectedForTheRightReason(Path file) throws IOException {
        String source = Files.readString(file);
        String reason = source.substring(3, source.indexOf(':'));
        Duration limit = Duration.ofSeconds(file.toString().endsWith("hangs.cu") ? 15 : 60);
        Finding finding = verify(Lab.task(file), source, limit);
        assertThat(finding.isCorrect()).as(finding.feedback()).isFalse();
        if (OF_A_HOST.contains(file.getFileName().toString())) {
            return;
        }
        if (Stream.of(Milestone.LAUNCH_ERROR, Milestone.WRONG)
                .anyMatch(one -> one.name().equals(reason))) {
            assertThat(finding.stage()).isEqualTo(Stage.BUILT);
            assertThat(finding.feedback()).startsWith(reason);
        } else {
            assertThat(finding.hack()).as(finding.feedback()).contains(Hack.valueOf(reason));
        }
    }

    static Stream<Path> honest() {
        return Lab.sources("honest").stream();
    }

    @ParameterizedTest
    @MethodSource("honest")
    void anHonestKernelIsRight(Path file) throws IOException {
        Finding finding = verify(Lab.task(file), Files.readString(file));
        assertThat(finding.isCorrect()).as(finding.feedback()).isTrue();
    }

    static Stream<Path> skips() {
        return Lab.sources("skips").stream();
    }

    /** Work that is left out where an answer stands is no faster: none stands there. */
    @ParameterizedTest
    @MethodSource("skips")
    void anAnswerOfAnotherLaunchIsNeverThere(Path file) throws IOException {
        Finding finding = verify(Lab.task(file), Files.readString(file));
        assertThat(finding.speedup().map(Speedup::lower).orElse(0.0))
                .as(finding.feedback())
                .isLessThan(honest(file));
    }

    /** How much faster than the baseline the work itself may be. */
    private static double honest(Path file) {
        return file.toString().contains("softmax") ? 8 : 1.2;
    }

    @Test
    void afterAKernelThatLosesItsContextTheNextOneIsFine() {
        String head = "//@ launch rowsum grid=(1, 1) block=(1, 1)\n"
                + "extern \"C\" __global__ void rowsum(const float *x, float *y, int rows, int columns) {";
        assertThat(verify(KernelTasks.ROWSUM, head + "*(volatile float *)8 = 1.0f; }")
                        .feedback())
                .startsWith("LAUNCH_ERROR");
        Finding next = verify(KernelTasks.ROWSUM, KernelTasks.ROWSUM.baseline());
        assertThat(next.isCorrect()).as(next.feedback()).isTrue();
    }
}
