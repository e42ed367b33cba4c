package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a submission whose outcome is not known, by what the scheduler promises. */
class LostSubmissionStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private World world;

    @BeforeEach
    void makeWorld() {
        world = new World(
                folder,
                1,
                Workload.job("nightly-eval", .3, Workload.workers("4")).build());
        world.policy = World.BLIND.toBuilder().noise(.1, 0).build();
    }

    @Test
    void whatIsDefinitelyAbsentIsSubmittedAgainUnderItsKey() {
        world.cluster.lose(2);

        assertThat(world.cycle().notes()).anyMatch(note -> note.contains("the connection broke"));
        LedgerView view = world.untilIdle();

        assertThat(World.state(view, "nightly-eval", "workers")).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(world.entries(Entry.RunRepeated.class)).hasSize(2);
        assertThat(world.cluster.submissions()).doesNotHaveDuplicates().hasSameSizeAs(view.runs());
    }

    @Test
    void nothingIsRepeatedBeforeTheLookupCanSeeIt() {
        world.cluster.hold(RunStatus.RUNNING);
        world.cluster.promiseLookup(Optional.of(Duration.ofMinutes(5)));
        world.cluster.lose(1);
        world.cycle();

        CycleReport waiting = world.cycles(10);
        assertThat(waiting.notes()).anyMatch(note -> note.contains("not confirmed"));
        assertThat(waiting.runsInFlight()).isEqualTo(1);
        assertThat(world.cluster.submissions()).isEmpty();

        LedgerView repeated = world.cycle().view();
        assertThat(repeated.runs()).extracting(Run::state).containsExactly(RunState.SUBMITTED);
        assertThat(world.cluster.submissions()).hasSize(1);
    }

    @Test
    void aRepeatedSubmissionThatIsLostTooWaitsAsLongAgain() {
        world.cluster.hold(RunStatus.RUNNING);
        world.cluster.promiseLookup(Optional.of(Duration.ofMinutes(5)));
        world.cluster.lose(2);
        world.cycle();
        world.cycles(11);
        assertThat(world.entries(Entry.RunRepeated.class)).hasSize(1);

        world.cycles(10);
        assertThat(world.entries(Entry.RunRepeated.class)).hasSize(1);
        world.cycle();
        assertThat(world.entries(Entry.RunRepeated.class)).hasSize(2);
        assertThat(world.cluster.submissions()).hasSize(1);
    }

    @Test
    void aSchedulerThatPromisesNothingIsRefused() {
        world.cluster.promiseLookup(Optional.empty());

        assertThatThrownBy(world::cycle)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("cluster")
                .hasMessageContaining("lostSubmissionAccepted");
    }

    @Test
    void whereLossIsAcceptedAnUnknownSubmissionIsNeverRepeatedAndCountsAsSpent() {
        world.policy = world.policy.toBuilder().lostSubmissionAccepted(true).build();
        world.cluster.promiseLookup(Optional.empty());
        world.cluster.lose(1);

        LedgerView view = world.untilIdle();

        assertThat(view.runs()).extracting(Run::state).containsExactly(RunState.UNKNOWN_SUBMISSION);
        assertThat(world.cluster.submissions()).isEmpty();
        Dossier dossier = World.of(view, "nightly-eval", "workers");
        assertThat(dossier.state()).isEqualTo(HypothesisState.INCONCLUSIVE);
        assertThat(dossier.verdict().orElseThrow().result()).isEqualTo("not measured");
        assertThat(dossier.reason()).contains("not known whether").contains("cluster");
        assertThat(view.costs())
                .extracting(Cost::amount)
                .containsExactly(view.runs().get(0).plan().reservedSeconds());
    }
}
