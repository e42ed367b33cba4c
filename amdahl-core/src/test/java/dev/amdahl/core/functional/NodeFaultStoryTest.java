package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One node of three takes half as long again in some arms, in a job whose nodes are else alike. */
final class NodeFaultStoryTest {
    private static final Set<HypothesisState> WINS = Set.of(HypothesisState.SURVIVED, HypothesisState.IN_REVIEW);

    @TempDir
    Path folder;

    private ArmResult run(ArmRequest arm, SplittableRandom random) {
        ArmResult usual = Workload.run(arm, folder);
        boolean isSlow = random.nextInt(6) == 0;
        double seconds = usual.wallSeconds().orElseThrow();
        return usual.wall(isSlow ? 1.5 * seconds : seconds)
                .circumstance(EnvironmentFact.NODES, "n1 n2 n3")
                .covariate(Covariate.NODE_SKEW, isSlow ? .34 : .01)
                .notes(List.of("of 3 nodes the slowest is " + (isSlow ? "n3" : "n1") + " 9 s, the fastest n2 6 s"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void makesNoWinAndIsNamed(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        World world = new World(
                folder,
                new Cluster(1, arm -> run(arm, random)),
                Workload.job("nightly", .3, Workload.log("warn"), Workload.workers("4"))
                        .build());
        world.policy = World.BLIND;

        List<String> notes = new ArrayList<>();
        LedgerView view = world.cyclesInOneProcess(400, report -> notes.addAll(report.notes()))
                .view();

        assertThat(states(view, "log")).isNotEmpty().doesNotContainAnyElementsOf(WINS);
        assertThat(states(view, "workers")).isNotEmpty().doesNotContain(HypothesisState.NO_EFFECT);
        assertThat(notes)
                .anyMatch(note -> note.contains("held back one arm of run") && note.contains("the slowest is n3"))
                .noneMatch(note -> note.contains("held back one arm of run") && note.contains("the slowest is n1"));
    }

    private static List<HypothesisState> states(LedgerView view, String lever) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().title().startsWith(lever))
                .map(Dossier::state)
                .toList();
    }
}
