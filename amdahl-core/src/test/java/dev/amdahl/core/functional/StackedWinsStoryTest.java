package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.RecordedArm;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.testing.ArmFixture;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackedWinsStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final SplittableRandom random = new SplittableRandom(9);
    private World world;
    private boolean isRedundant;

    /** Each of two changes takes 30 % off; once they are redundant, the second adds nothing to the first. */
    private RecordedArm run(ArmRequest arm) {
        boolean workers = "4".equals(arm.environment().get("WORKERS"));
        boolean kernel = "fused".equals(arm.environment().get("KERNEL"));
        double seconds = 10 * Math.exp(.02 * random.nextGaussian());
        seconds *= workers ? .7 : 1;
        seconds *= kernel && !(workers && isRedundant) ? .7 : 1;
        return RecordedArm.of(ArmFixture.succeeded(arm.name(), seconds)
                .work(1000)
                .digest("out.json", "same")
                .covariate(Covariate.LOAD_1M, 1));
    }

    @BeforeEach
    void promoteTwoChanges() {
        world = new World(
                folder,
                new Cluster(2, this::run),
                Workload.job("nightly-eval", .3, Workload.workers("4"), Workload.kernel("fused"))
                        .build());
        world.policy = World.BLIND;
        promote("workers");
        promote("kernel");
    }

    private void promote(String lever) {
        world.gate.approve(World.of(world.untilIdle(), "nightly-eval", lever).id(), "ada", "good");
        world.cycle();
    }

    private static List<Dossier> questions(LedgerView view) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().title().startsWith("without: "))
                .toList();
    }

    @Test
    void eachOfTwoPromotedChangesIsLeftOutOnceAndMissed() {
        LedgerView view = world.untilIdle();

        List<Dossier> questions = questions(view);
        assertThat(questions).hasSize(2).allMatch(question -> question.state() == HypothesisState.REGRESSION);
        assertThat(world.cycle().notes()).noneMatch(note -> note.contains("no longer helps"));
        assertThat(view.family("nightly-eval").orElseThrow().incumbent()).hasSize(2);
        int runs = world.cluster.submissions().size();
        world.cycles(3);
        assertThat(world.cluster.submissions()).hasSize(runs);
        world.verify();
    }

    @Test
    void aChangeThatNoLongerHelpsIsFlaggedAndStaysUntilAPersonDecides() {
        isRedundant = true;
        LedgerView view = world.untilIdle();

        assertThat(questions(view)).hasSize(2);
        assertThat(world.cycle().notes())
                .anyMatch(note -> note.contains("no longer helps beside the other promoted changes"))
                .anyMatch(note -> note.contains("the 2 promoted changes interact"));
        assertThat(view.family("nightly-eval").orElseThrow().incumbent()).hasSize(2);
        assertThat(view.dossiers().stream().filter(dossier -> dossier.state() == HypothesisState.PROMOTED))
                .hasSize(2);
    }
}
