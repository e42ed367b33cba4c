package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SteeringStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private World world;
    private Dossier tested;

    @BeforeEach
    void startATrial() {
        world = new World(
                folder,
                1,
                Workload.job("nightly-eval", .3, Workload.workers("4")).build());
        world.policy = World.BLIND.toBuilder().noise(.1, 0).build();
        world.cluster.hold(RunStatus.RUNNING);
        tested = World.of(world.cycle().view(), "nightly-eval", "workers");
        assertThat(tested.state()).isEqualTo(HypothesisState.TESTING);
    }

    private LedgerView cancel(String by) {
        try (Ledger ledger = Ledger.open(world.url(), world.clock)) {
            return world.loop(ledger)
                    .cancel(tested.id(), by, "the cluster is needed")
                    .view();
        }
    }

    @Test
    void aCancelledHypothesisStopsItsRunAndTheLedgerSaysWhoAndWhy() {
        LedgerView view = cancel("ada");

        Run run = view.runsOf(tested.id()).get(0);
        assertThat(run.state()).isEqualTo(RunState.CANCELLED);
        assertThat(world.cluster.cancelled()).containsExactly(run.plan().key());
        Dossier ended = view.dossier(tested.id()).orElseThrow();
        assertThat(ended.state()).isEqualTo(HypothesisState.CANCELLED);
        assertThat(ended.reason()).isEqualTo("cancelled by ada: the cluster is needed");
        world.cluster.hold(RunStatus.DONE);
        assertThat(world.untilIdle().runsOf(tested.id()))
                .as("nothing starts again")
                .hasSize(1);
    }

    @Test
    void whatHasEndedCannotBeCancelled() {
        cancel("ada");

        assertThatThrownBy(() -> cancel("grace")).isInstanceOf(IllegalMoveException.class);
    }

    @Test
    void nobodyCancelsAnonymously() {
        assertThatThrownBy(() -> cancel(" ")).hasMessageContaining("say who");
    }
}
