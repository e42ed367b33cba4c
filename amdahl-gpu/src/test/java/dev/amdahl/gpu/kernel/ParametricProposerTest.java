package dev.amdahl.gpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.amdahl.core.internal.refine.RefineLimits;
import dev.amdahl.core.internal.refine.Refinement;
import dev.amdahl.core.internal.refine.RefinementResult;
import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Recorder;
import dev.amdahl.spi.refine.Speedup;
import dev.amdahl.spi.refine.Stage;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ParametricProposerTest {

    @Test
    void eachTemplateComesFirstThenTheSettingsOfTheFastestAndTheWinnerIsJudgedOnceMore() {
        AtomicInteger judged = new AtomicInteger();
        ParametricProposer proposer = new ParametricProposer(KernelTemplate.of(KernelTasks.SGEMM));
        RefinementResult refined = new Refinement(
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

    /** A sweep and the pairs that decide share no input: each judgement starts from a seed of its own. */
    @Test
    void theWinnerOfASweepIsFrozenBeforeItIsJudgedOnInputsOfItsOwn() {
        List<Long> seeds = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        Recorder recorder = new Recorder() {
            @Override
            public void record(Candidate candidate, Finding finding) {
                kept.add("attempt of " + seeds.size());
            }

            @Override
            public void freeze(Candidate pick) {
                kept.add("frozen " + pick.id());
            }

            @Override
            public void retested(Candidate pick, Finding finding) {
                kept.add("judged again with " + seeds.size());
            }
        };
        KernelTask task = Lab.small(KernelTasks.TRANSPOSE);
        try (Lab lab = new Lab()) {
            KernelVerifier verifier = lab.verifier(
                    task, (baseline, candidate) -> new Speedup(2, 1, 2, 1.9, 2.1, .001, candidate.length), seeds);
            RefinementResult refined = new Refinement(
                            new ParametricProposer(KernelTemplate.of(task)), verifier, recorder, Clock.systemUTC())
                    .run(RefineLimits.of(2, Duration.ofMinutes(1)));
            assertThat(refined.winner()).isPresent();
            String winner = refined.winner().orElseThrow().candidate().id();
            assertThat(kept).containsExactly("attempt of 1", "attempt of 2", "frozen " + winner, "judged again with 3");
            assertThat(seeds).hasSize(3).doesNotHaveDuplicates();
        }
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
