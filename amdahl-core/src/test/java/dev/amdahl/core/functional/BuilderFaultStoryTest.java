package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.experiment.BuildRequest;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuiltVariant;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A builder that fails holds nobody else up, and ends what only it can build. */
final class BuilderFaultStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private World world(Builder builder) {
        return BuildStoryTest.world(folder, builder);
    }

    /** A builder whose farm is down for changes, and how often it was asked for one. */
    private static final class DownBuilder implements Builder {
        private final BuildStoryTest.NotingBuilder noting = new BuildStoryTest.NotingBuilder(false);
        private boolean isDown = true;
        private int asked;

        @Override
        public BuiltVariant build(BuildRequest request) {
            if (isDown && request.patch().isPresent()) {
                asked++;
                throw new IllegalStateException("the build farm is down");
            }
            return noting.build(request);
        }

        @Override
        public Map<String, String> contentAfter(SourceTree source, PatchChange patch) {
            return noting.contentAfter(source, patch);
        }
    }

    @Test
    void aBuilderThatFailsHoldsNoPlaceOfAChangeThatNeedsNone() {
        World world = world(new DownBuilder());
        world.jobs = List.of(BuildStoryTest.job(folder, Workload.workers("4")).build());
        world.policy =
                World.BLIND.toBuilder().maxOpenPerFamily(1).attempts(1000).build();

        LedgerView view = world.cyclesInOneProcess(60, report -> {}).view();

        assertThat(view.dossiers()).extracting(Dossier::state).contains(HypothesisState.BUILDING);
        assertThat(World.state(view, "nightly-eval", "workers")).isEqualTo(HypothesisState.IN_REVIEW);
    }

    @Test
    void aFamilyWhoseChangeIsBeingBuiltIsLookedAtForOthers() {
        World world = world(new DownBuilder());
        world.policy = World.BLIND.toBuilder()
                .noise(.05, 0)
                .maxOpenPerFamily(1)
                .attempts(1000)
                .build();
        LedgerView building = world.cycles(2).view();
        world.jobs = List.of(BuildStoryTest.job(folder, Workload.workers("4")).build());

        LedgerView view = world.cycles(2).view();

        assertThat(building.dossiers()).extracting(Dossier::state).containsExactly(HypothesisState.BUILDING);
        assertThat(World.state(view, "nightly-eval", "workers")).isEqualTo(HypothesisState.TESTING);
    }

    @Test
    void aBuilderThatFailsAgainAndAgainEndsItsChangeWhicheverProcessAskedIt() {
        DownBuilder builder = new DownBuilder();
        World world = world(builder);
        world.policy = World.BLIND.toBuilder().noise(.05, 0).attempts(3).build();

        LedgerView waiting = world.cycles(2).view();
        CycleReport last = world.cycle();
        Dossier ended = world.cycles(2).view().dossiers().get(0);

        assertThat(waiting.dossiers()).extracting(Dossier::state).containsExactly(HypothesisState.BUILDING);
        assertThat(last.verdicts()).hasSize(1);
        assertThat(ended.state()).isEqualTo(HypothesisState.BUILD_FAILED);
        assertThat(ended.reason()).startsWith("the builder failed 3 times: ").contains("the build farm is down");
        assertThat(builder.asked).isEqualTo(3);
    }

    @Test
    void aChangeThatWasNotBuiltForItsBuilderIsBuiltOnceTheJobWasProfiledAnew() {
        DownBuilder builder = new DownBuilder();
        World world = world(builder);
        world.policy = LoopPolicy.DEFAULT.toBuilder().noise(.05, 0).build();
        LedgerView before = world.untilIdle();
        builder.isDown = false;
        LedgerView same = world.untilIdle();
        world.clock.advance(Duration.ofDays(15));

        List<Dossier> after = world.untilIdle().dossiers();

        assertThat(before.dossiers()).extracting(Dossier::state).containsExactly(HypothesisState.BUILD_FAILED);
        assertThat(same.dossiers()).hasSize(1);
        assertThat(after).hasSize(2);
        assertThat(after.get(1).reopens().orElseThrow())
                .startsWith("it was not built before: the builder failed 3 times");
        assertThat(builder.noting.builds).contains("variant");
    }
}
