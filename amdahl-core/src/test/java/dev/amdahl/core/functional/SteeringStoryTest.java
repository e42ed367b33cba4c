package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.util.function.Function;
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

    private LedgerView steer(Function<AmdahlLoop, CycleReport> pass) {
        try (Ledger ledger = Ledger.open(world.url(), world.clock)) {
            return pass.apply(world.loop(ledger)).view();
        }
    }

    @Test
    void aNoteIsKeptWithoutItsSecretsAndChangesNothingElse() {
        LedgerView view = steer(loop -> loop.note(tested.id(), "ada", " ask me first: password=hunter2hunter2 "));

        Dossier noted = view.dossier(tested.id()).orElseThrow();
        assertThat(noted.state()).isEqualTo(HypothesisState.TESTING);
        assertThat(noted.steering().priority()).isZero();
        assertThat(noted.steering().notes()).singleElement().satisfies(note -> {
            assertThat(note.by()).isEqualTo("ada");
            assertThat(note.text()).startsWith("ask me first: ").doesNotContain("hunter2");
            assertThat(note.at()).isEqualTo(world.clock.instant());
        });
        assertThat(world.entries(Entry.Steered.class)).hasSize(1);
        world.verify();
    }

    @Test
    void aPriorityIsSetAndTakenBack() {
        assertThat(steer(loop -> loop.prioritize(tested.id(), "ada", 3))
                        .dossier(tested.id())
                        .orElseThrow()
                        .steering()
                        .priority())
                .isEqualTo(3);
        assertThat(steer(loop -> loop.prioritize(tested.id(), "ada", 0))
                        .dossier(tested.id())
                        .orElseThrow()
                        .steering())
                .isEqualTo(Dossier.Steering.NONE);
        world.verify();
    }

    @Test
    void whatCannotBeSaidIsRefusedWithWhatToDo() {
        refused("'nobody': is not in the ledger; see ledger search", loop -> loop.note("nobody", "ada", "hello"));
        refused("the note: is empty; give a text", loop -> loop.note(tested.id(), "ada", " \n"));
        refused("the name of who says it: is empty", loop -> loop.prioritize(tested.id(), "", 1));
        refused("use at most 1000", loop -> loop.note(tested.id(), "ada", "x".repeat(1001)));
        refused("give a whole number between", loop -> loop.prioritize(tested.id(), "ada", 1_000_001));
        cancel("ada");
        refused("has ended in CANCELLED; choose one", loop -> loop.note(tested.id(), "ada", "why?"));
        refused("has ended in CANCELLED; choose one", loop -> loop.prioritize(tested.id(), "ada", 1));
        assertThat(world.entries(Entry.Steered.class)).isEmpty();
    }

    private void refused(String why, Function<AmdahlLoop, CycleReport> pass) {
        assertThatThrownBy(() -> steer(pass))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(why);
    }

    @Test
    void nobodyCancelsAnonymously() {
        assertThatThrownBy(() -> cancel(" ")).hasMessageContaining("say who");
    }
}
