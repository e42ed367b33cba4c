package dev.amdahl.core.internal.loop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.loop.CycleFixture;
import dev.amdahl.core.internal.loop.Incumbents;
import dev.amdahl.spi.hypothesis.HypothesisState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PromoteTest {
    private final CycleFixture world = new CycleFixture().proposed().tested(40);
    private final Promote promote = new Promote(world.cycle(), world.accounts);

    @BeforeEach
    void aWinSurvivedThePanel() {
        new Refute(world.cycle()).run();
        assertThat(world.dossier().state()).as(world.dossier().reason()).isEqualTo(HypothesisState.SURVIVED);
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void nothingIsPromotedBeforeAPersonAnswers() {
        promote.run();
        promote.run();

        assertThat(world.dossier().state()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(world.gate.packet(world.dossier().id())).isPresent();
        assertThat(new Incumbents(world.cycle().view()).of(CycleFixture.EVAL)).isEmpty();
    }

    @Test
    void anApprovedWinIsInEffectFromThenOn() {
        promote.run();
        world.gate.approve(world.dossier().id(), "ann", "good");

        promote.run();

        assertThat(world.dossier().state()).isEqualTo(HypothesisState.PROMOTED);
        assertThat(new Incumbents(world.cycle().view()).inEffect(CycleFixture.EVAL))
                .containsExactly(world.dossier().hypothesis());
    }

    @Test
    void aDeclinedWinEndsWithWhoSaidSoAndWhy() {
        promote.run();
        world.gate.decline(world.dossier().id(), "ann", "not now");

        promote.run();

        assertThat(world.dossier().state()).isEqualTo(HypothesisState.DECLINED);
        assertThat(world.dossier().reason()).isEqualTo("declined by ann: not now");
        assertThat(new Incumbents(world.cycle().view()).of(CycleFixture.EVAL)).isEmpty();
    }
}
