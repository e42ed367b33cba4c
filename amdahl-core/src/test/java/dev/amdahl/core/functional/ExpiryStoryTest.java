package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.budget.Limits;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What waits for ever does not. */
final class ExpiryStoryTest {
    private static final String EVAL = "nightly-eval";

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private World world() {
        World world = new World(
                folder, 2, Workload.job(EVAL, .3, Workload.workers("4")).build());
        world.policy = World.BLIND;
        return world;
    }

    @Test
    void whatWaitsForTooLongExpires() {
        World world = world();
        world.more = builder -> builder.budget(Budget.acceleratorHours(0));
        LedgerView view = world.cycles(3).view();
        assertThat(World.state(view, EVAL, "workers")).isEqualTo(HypothesisState.PROPOSED);
        world.clock.advance(Duration.ofDays(91));

        view = world.cycle().view();

        assertThat(view.dossiers().get(0).state()).isEqualTo(HypothesisState.EXPIRED);
        assertThat(view.dossiers().get(0).reason()).contains("waited as PROPOSED for 91 days");
    }

    @Test
    void aWinThatWaitsToBeAskedAboutExpiresWithItsJob() {
        World world = world();
        world.more = builder -> builder.budget(Budget.UNLIMITED.withTotal(Limits.NONE.withReviewMinutes(0)));
        assertThat(World.state(world.untilIdle(), EVAL, "workers")).isEqualTo(HypothesisState.SURVIVED);
        world.jobs = List.of();

        Dossier win = world.cycle().view().dossiers().get(0);

        assertThat(win.state()).isEqualTo(HypothesisState.EXPIRED);
        assertThat(win.reason()).isEqualTo("its job is no longer declared");
        world.verify();
    }

    @Test
    void anExperimentThatGoesWithoutATrialForTooLongExpires() {
        World world = world();
        world.policy = World.BLIND.toBuilder().noise(.05, 0).build();
        world.cycles(3);
        world.more = builder -> builder.budget(Budget.acceleratorHours(0));
        world.cycle();
        world.clock.advance(Duration.ofDays(15));
        LedgerView waiting = world.cycle().view();
        world.clock.advance(Duration.ofHours(4));

        LedgerView view = world.cycle().view();

        assertThat(waiting.dossiers()).extracting(Dossier::state).containsExactly(HypothesisState.TESTING);
        assertThat(view.dossiers().get(0).state()).isEqualTo(HypothesisState.EXPIRED);
        assertThat(view.dossiers().get(0).reason())
                .startsWith("waited as TESTING for 15 days, more than the 15 that policy allows: ");
    }
}
