package dev.amdahl.core.internal.loop.propose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.loop.CycleFixture;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.loop.ScopePolicy;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ScanTest {
    @Test
    void aJobIsLeftOutWhileAnExperimentOnEachOfItsLeversRuns() {
        try (CycleFixture world = new CycleFixture().proposed()) {
            Scan scan = new Scan(world.cycle());
            assertThat(scan.run()).extracting(JobSpec::family).containsExactly(CycleFixture.EVAL);

            world.submit().run();

            assertThat(scan.run()).isEmpty();
        }
    }

    @Test
    void aJobOfNoWeightIsLeftOut() {
        LoopPolicy policy = CycleFixture.POLICY.toBuilder()
                .scope(new ScopePolicy(Map.of(CycleFixture.EVAL, 0.0), Set.of(), Set.of(), .03))
                .build();
        try (CycleFixture world = new CycleFixture(policy, CycleFixture::measured, CycleFixture.job("4"))) {
            assertThat(new Scan(world.cycle()).run()).isEmpty();
        }
    }
}
