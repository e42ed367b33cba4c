package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.Accelerators;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Words that are in a command or not: one to add, which saves a third, and one to leave out, which saves nothing. */
final class FlagStoryTest {
    private static final String EVAL = "nightly-eval";

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final SplittableRandom random = new SplittableRandom(8);

    private ArmResult run(ArmRequest arm) {
        double seconds = (arm.command().contains("--prefetch") ? 6.7 : 10) * Math.exp(.02 * random.nextGaussian());
        return ArmResult.succeeded(arm.name(), seconds).work(1000).covariate(Covariate.LOAD_1M, 1);
    }

    private static JobSpec job(String... command) {
        return JobSpec.builder(EVAL, List.of(command))
                .accelerators(new Accelerators("h200", 1))
                .runsPerWeek(700)
                .environment(Map.of("KERNEL_SHARE", ".3"))
                .artifacts(Map.of("trace", "trace.json"))
                .levers(List.of(flag("--prefetch", command), flag("--verbose", command)))
                .build();
    }

    private static Lever flag(String word, String... command) {
        LeverSetting.Flag flag = new LeverSetting.Flag(word);
        return new Lever(
                word.substring(2),
                flag,
                flag.in(List.of(command)),
                List.of(LeverSetting.Flag.ON, LeverSetting.Flag.OFF),
                List.of(Bottleneck.INPUT_STARVATION),
                Optional.empty());
    }

    @Test
    void aWordIsAddedOrLeftOutAndTheWinIsDeclaredAndNotTriedAgain() {
        World world = new World(folder, new Cluster(2, this::run), job("train", "--verbose"));
        world.policy = World.BLIND;

        LedgerView view = world.untilIdle();

        assertThat(World.state(view, EVAL, "prefetch")).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(World.state(view, EVAL, "verbose")).isIn(HypothesisState.NO_EFFECT, HypothesisState.NOT_SEEN);
        Dossier win = view.dossiers().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .findFirst()
                .orElseThrow();
        world.gate.approve(win.id(), "ada", "looks right");
        world.jobs = List.of(job("train", "--prefetch", "--verbose"));

        LedgerView later = world.untilIdle();

        assertThat(later.dossier(win.id()).orElseThrow().state()).isEqualTo(HypothesisState.PROMOTED);
        assertThat(later.dossiers())
                .filteredOn(dossier -> dossier.hypothesis().title().contains("prefetch: off"))
                .hasSize(1);
    }
}
