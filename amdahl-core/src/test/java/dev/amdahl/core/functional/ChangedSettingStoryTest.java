package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job whose setting is edited while changes of it wait for their turn, or for a person. */
final class ChangedSettingStoryTest {
    @TempDir
    private Path folder;

    private World world = World.nightlyEval(Path.of(""));

    @BeforeEach
    void makeWorld() {
        world = new World(folder, 1, job("0"));
        world.policy = World.BLIND.toBuilder()
                .maxOpenPerFamily(1)
                .evidence(World.BLIND.evidence().withCaps(12, 12))
                .build();
    }

    private static JobSpec job(String workers) {
        Lever lever = new Lever(
                "workers",
                new LeverSetting.Environment("WORKERS"),
                workers,
                List.of("2", "4"),
                List.of(Bottleneck.INPUT_STARVATION),
                Optional.empty());
        return Workload.job("nightly-eval", .3, lever)
                .environment(Map.of("KERNEL_SHARE", ".3", "WORKERS", workers))
                .build();
    }

    @Test
    void whatWaitsAsAChangeOfTheOldValueIsNotMeasuredOnTheNewOne() {
        LedgerView begun = world.cycles(6).view();
        assertThat(begun.dossiers()).extracting(Dossier::state).contains(HypothesisState.PROPOSED);
        List<String> old = begun.dossiers().stream().map(Dossier::id).toList();
        world.jobs = List.of(job("1"));

        LedgerView view = world.untilIdle();

        assertThat(old).allSatisfy(id -> {
            assertThat(view.dossier(id).orElseThrow().state()).isEqualTo(HypothesisState.EXPIRED);
            assertThat(view.dossier(id).orElseThrow().reason()).contains("two different programs");
        });
        assertThat(view.dossiers())
                .filteredOn(dossier -> !old.contains(dossier.id()))
                .as("proposed again")
                .hasSize(old.size());
    }

    @Test
    void anApprovalOfAChangeFromAValueThatIsGoneComesTooLate() {
        Dossier win = world.untilIdle().dossiers().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .findFirst()
                .orElseThrow();
        world.jobs = List.of(job("1"));
        world.cycle();
        world.gate.approve(win.id(), "ada", "looks right");

        Dossier late = world.cycle().view().dossier(win.id()).orElseThrow();

        assertThat(late.state()).isEqualTo(HypothesisState.STALE);
        assertThat(late.reason()).contains("does not declare workers as 0 any more");
    }

    @Test
    void anApprovalOfWhatWasAdoptedByHandCounts() {
        Dossier win = world.untilIdle().dossiers().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .findFirst()
                .orElseThrow();
        world.jobs = List.of(job("4"));
        world.cycle();
        world.gate.approve(win.id(), "ada", "looks right");

        assertThat(world.cycle().view().dossier(win.id()).orElseThrow().state()).isEqualTo(HypothesisState.PROMOTED);
    }
}
