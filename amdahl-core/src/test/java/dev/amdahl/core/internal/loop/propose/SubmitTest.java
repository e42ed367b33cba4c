package dev.amdahl.core.internal.loop.propose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.loop.CycleFixture;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.hypothesis.HypothesisState;
import org.junit.jupiter.api.Test;

final class SubmitTest {
    @Test
    void aProposalIsDesignedAndItsFirstTrialSubmitted() {
        try (CycleFixture world = new CycleFixture().proposed()) {
            world.submit().run();

            Dossier dossier = world.dossier();
            assertThat(dossier.state()).isEqualTo(HypothesisState.TESTING);
            assertThat(dossier.experiment().orElseThrow().policy()).contains(CycleFixture.POLICY.evidence());
            assertThat(world.scheduler.submitted())
                    .singleElement()
                    .satisfies(request -> assertThat(request.arms())
                            .filteredOn(CycleFixture::isChanged)
                            .hasSize(1));
        }
    }

    @Test
    void twoValuesOfOneLeverAreNeverTestedAtOnce() {
        try (CycleFixture world =
                new CycleFixture(CycleFixture.POLICY, CycleFixture::measured, CycleFixture.job("4", "8")).proposed()) {
            world.submit().run();

            assertThat(world.cycle().view().dossiers())
                    .extracting(Dossier::state)
                    .containsExactlyInAnyOrder(HypothesisState.TESTING, HypothesisState.PROPOSED);
        }
    }

    @Test
    void noSecondTrialIsSubmittedWhileOneIsInFlight() {
        try (CycleFixture world = new CycleFixture().proposed()) {
            world.submit().run();
            world.submit().run();

            assertThat(world.scheduler.submitted()).hasSize(1);
        }
    }
}
