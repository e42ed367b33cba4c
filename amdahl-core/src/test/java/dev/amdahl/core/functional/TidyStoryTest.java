package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.loop.Retention;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the scheduler is asked to remove once a hypothesis has ended. */
final class TidyStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private static List<String> trials(LedgerView view, boolean isEnded) {
        List<String> runs = view.dossiers().stream()
                .filter(dossier -> dossier.state().isTerminal() == isEnded)
                .map(Dossier::id)
                .flatMap(id -> view.runsOf(id).stream())
                .flatMap(run -> run.worker().stream())
                .map(Object::toString)
                .toList();
        assertThat(runs).isNotEmpty();
        return runs;
    }

    @Test
    void trialsOfAnEndedHypothesisAreTidiedOnceAndNoOthers() {
        World world = World.nightlyEval(folder);
        LedgerView view = world.untilIdle();

        assertThat(world.cluster.tidied())
                .containsAll(trials(view, true))
                .doesNotContainAnyElementsOf(trials(view, false))
                .doesNotHaveDuplicates();
        assertThat(world.cluster.tidied())
                .hasSizeLessThan(view.runs().stream().map(Run::plan).toList().size());
    }

    private static List<String> measurements(LedgerView view, RunPurpose purpose) {
        List<String> runs = view.measurements("nightly-eval").stream()
                .filter(run -> run.plan().purpose() == purpose)
                .flatMap(run -> run.worker().stream())
                .map(Object::toString)
                .toList();
        assertThat(runs).isNotEmpty();
        return runs;
    }

    @Test
    void pairsOfTheUnchangedJobAreTidiedAndTheNewestEvidenceIsNot() {
        World world = World.nightlyEval(folder);
        LedgerView view = world.untilIdle();

        assertThat(world.cluster.tidied())
                .containsAll(measurements(view, RunPurpose.NOISE))
                .doesNotContainAnyElementsOf(measurements(view, RunPurpose.EVIDENCE));
    }

    @Test
    void trialsOfAJobThatIsDeclaredNoMoreAreTidied() {
        World world = World.nightlyEval(folder);
        LoopPolicy usual = world.policy;
        world.policy = usual.toBuilder().retention(Retention.ALL).build();
        List<String> trials = trials(world.untilIdle(), true);
        world.policy = usual;
        world.jobs = List.of(Workload.job("other", .3).build());
        world.cycles(2);

        assertThat(world.cluster.tidied()).containsAll(trials);
    }

    @Test
    void nothingIsTidiedWhereAllIsKept() {
        World world = World.nightlyEval(folder);
        world.policy = world.policy.toBuilder().retention(Retention.ALL).build();

        assertThat(trials(world.untilIdle(), true)).isNotEmpty();
        assertThat(world.cluster.tidied()).isEmpty();
    }
}
