package dev.amdahl.core.internal.loop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.loop.CycleFixture;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.hypothesis.HypothesisState;
import org.junit.jupiter.api.Test;

final class CompareTest {
    @Test
    void anExperimentWithoutATrialStaysAsItIs() {
        try (CycleFixture world = new CycleFixture().proposed()) {
            world.submit().run();

            new Compare(world.cycle()).run();

            assertThat(world.dossier().state()).isEqualTo(HypothesisState.TESTING);
            assertThat(world.dossier().comparison()).isEmpty();
        }
    }

    @Test
    void aLargeEffectIsConfirmedOnASecondSetAndIsAWin() {
        try (CycleFixture world = new CycleFixture().proposed().tested(40)) {
            Dossier won = world.dossier();

            assertThat(won.state()).isEqualTo(HypothesisState.CONFIRMING);
            assertThat(won.comparison().orElseThrow().decision()).contains(Decision.WIN);
            assertThat(won.comparison().orElseThrow().ratio().orElseThrow()).isBetween(.65, .75);
        }
    }

    @Test
    void aVariantThatFailsIsRefutedWithoutStatistics() {
        try (CycleFixture world = new CycleFixture(CycleFixture.POLICY, CompareTest::failing, CycleFixture.job("4"))
                .proposed()
                .tested(10)) {
            Dossier refuted = world.dossier();

            assertThat(refuted.state()).isEqualTo(HypothesisState.REFUTED);
            assertThat(refuted.votes()).extracting(vote -> vote.refuter()).containsExactly("facts:cheap-checks");
            assertThat(refuted.comparison()).isEmpty();
        }
    }

    private static ArmResult failing(ArmRequest arm) {
        return CycleFixture.isChanged(arm) ? ArmResult.failed(arm.name(), 1) : CycleFixture.measured(arm);
    }
}
