package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.loop.propose.AddressableShare;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LearnedShareStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    @Test
    void whatAWinCapturedOfItsClassIsWhatTheNextRankingTakes() {
        World world = new World(
                folder,
                new Cluster(2, arm -> Workload.run(arm, folder)),
                Workload.job("nightly-eval", .3, Workload.workers("4")).build());
        LedgerView view = world.untilIdle();
        Dossier win = World.of(view, "nightly-eval", "workers");
        String accelerator = view.family("nightly-eval").orElseThrow().acceleratorType();

        AddressableShare share = AddressableShare.of(view, win.hypothesis().bottleneck(), accelerator);

        double addressed = 1 - 1 / win.screening().acceleratorCeiling().orElseThrow();
        double saved = 1 - win.comparison().orElseThrow().ratio().orElseThrow();
        assertThat(share.own()).isEqualTo(1);
        assertThat(share.mean()).isCloseTo((4 * .3 + Math.min(1, saved / addressed)) / 5, within(1e-9));
        assertThat(AddressableShare.of(view, win.hypothesis().bottleneck(), "other")
                        .own())
                .isZero();
        world.verify();
    }
}
