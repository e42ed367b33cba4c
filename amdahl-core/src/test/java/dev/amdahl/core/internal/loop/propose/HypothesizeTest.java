package dev.amdahl.core.internal.loop.propose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.loop.CycleFixture;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HypothesizeTest {
    @Test
    void aProposalEntersTheLedgerOnce() {
        try (CycleFixture world = new CycleFixture()) {
            world.proposed().proposed();

            assertThat(world.dossier().state()).isEqualTo(HypothesisState.PROPOSED);
            assertThat(world.dossier().hypothesis().family()).isEqualTo(CycleFixture.EVAL);
        }
    }

    @Test
    void nothingIsProposedForAJobThatTheScanLeftOut() {
        try (CycleFixture world = new CycleFixture()) {
            new Hypothesize(world.cycle()).run(List.of());

            assertThat(world.cycle().view().dossiers()).isEmpty();
        }
    }

    @Test
    void anAdvisorThatFailsCostsANote() {
        try (CycleFixture world = new CycleFixture(
                CycleFixture.POLICY,
                CycleFixture::measured,
                briefing -> {
                    throw new IllegalStateException("no answer");
                },
                CycleFixture.job("4"))) {
            world.proposed();

            assertThat(world.cycle().view().dossiers()).isEmpty();
            assertThat(world.cycle().faults()).isEmpty();
            assertThat(world.cycle().notes())
                    .singleElement()
                    .asString()
                    .startsWith("eval: an advisor failed, the next cycle asks again: ")
                    .endsWith("no answer");
        }
    }
}
