package dev.amdahl.core.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.spi.contract.Requires;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class BenchmarkTest {
    private static final int EXPERIMENTS = Requires.fullSize() ? 20 : 2;

    private static List<RuleScore> run(long seed) {
        return new Benchmark(new SyntheticNoise(), EXPERIMENTS, seed, EvidencePolicy.DEFAULT).run(done -> {});
    }

    @Test
    void threadsChangeNothing() throws Exception {
        ForkJoinPool one = new ForkJoinPool(1);
        ForkJoinPool four = new ForkJoinPool(4);
        try {
            List<RuleScore> alone = one.submit(() -> run(3)).get();
            assertThat(four.submit(() -> run(3)).get()).isEqualTo(alone);
            assertThat(run(4)).isNotEqualTo(alone);
        } finally {
            one.shutdown();
            four.shutdown();
        }
    }

    @Test
    void everyCellHoldsItsExperiments() {
        AtomicInteger done = new AtomicInteger();
        List<RuleScore> scores =
                new Benchmark(new SyntheticNoise(), EXPERIMENTS, 1, EvidencePolicy.DEFAULT).run(done::addAndGet);

        assertThat(done).hasValue(EXPERIMENTS);
        assertThat(scores).hasSize(2 + BaselineRule.ALL.size());
        assertThat(scores).allSatisfy(score -> {
            assertThat(score.nothingHelps().experiments()).isEqualTo(EXPERIMENTS);
            assertThat(score.programme().experiments()).isEqualTo(EXPERIMENTS);
            assertThat(score.wins())
                    .hasSameSizeAs(Benchmark.EFFECTS)
                    .allSatisfy(tally -> assertThat(tally.experiments()).isEqualTo(EXPERIMENTS));
            assertThat(score.others()).hasSameSizeAs(Benchmark.scenarios());
        });
    }
}
