package dev.amdahl.gpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.amdahl.core.refine.RefineLimits;
import dev.amdahl.core.refine.Refined;
import dev.amdahl.core.refine.Refinement;
import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Speedup;
import dev.amdahl.spi.refine.Stage;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ParametricProposerTest {

    @Test
    void eachTemplateComesFirstThenTheSettingsOfTheFastestAndTheWinnerIsJudgedOnceMore() {
        AtomicInteger judged = new AtomicInteger();
        ParametricProposer proposer = new ParametricProposer(KernelTemplate.of(KernelTasks.SGEMM));
        Refined refined = new Refinement(
                        proposer,
                        candidate -> {
                            judged.incrementAndGet();
                            return found(speed(candidate));
                        },
                        (candidate, finding) -> {},
                        Clock.systemUTC())
                .run(RefineLimits.of(100, Duration.ofMinutes(1)));
        List<String> tried = refined.attempts().stream()
                .map(attempt -> attempt.candidate().id())
                .toList();
        assertThat(tried.subList(0, 3)).containsExactly("tiled {T=8}", "registers {R=4, T=8}", "registers {R=8, T=8}");
        assertThat(tried).hasSize(9).doesNotHaveDuplicates();
        assertThat(refined.winner()).map(Attempt::candidate).map(Candidate::id).contains("registers {R=8, T=16}");
        assertThat(judged).hasValue(10);
    }

    private static double speed(Candidate candidate) {
        return candidate.id().contains("R=8, T=16") ? 5 : candidate.id().startsWith("registers") ? 3 : 2;
    }

    private static Finding found(double ratio) {
        return Finding.measured(Stage.FASTER, new Speedup(ratio, 1, ratio, ratio * .9, ratio * 1.1, .001, 8), "");
    }

    @Test
    void sizesAreWholeNumbersOfTheShape() {
        List<String> names = List.of("m", "n");
        Shape shape = Shape.of(33, 7);
        assertThat(SizeExpression.value("ceil(m * 2 / 16) + min(n, 3) * (n - 5)", names, shape))
                .isEqualTo(11);
        assertThat(SizeExpression.value("m / 16", names, shape)).isEqualTo(2);
        for (String wrong : List.of("n - m", "k", "m / (n - 7)", "2 +", "m m", "99999 * 99999", "")) {
            assertThatIllegalArgumentException().isThrownBy(() -> SizeExpression.value(wrong, names, shape));
        }
    }
}
