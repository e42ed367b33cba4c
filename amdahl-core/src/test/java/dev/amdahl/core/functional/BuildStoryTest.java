package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.experiment.BuildRequest;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuiltVariant;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Contribution;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildStoryTest {
    private static final PatchChange PATCH = new PatchChange("--- a/x.c\n+++ b/x.c\n", List.of("x.c"));

    @TempDir
    Path folder;

    /** Notes how many runs the cluster had when it was asked. */
    private static final class NotingBuilder implements Builder {
        private final List<String> builds = new ArrayList<>();
        private final boolean breaks;

        NotingBuilder(boolean breaks) {
            this.breaks = breaks;
        }

        @Override
        public BuiltVariant build(BuildRequest request) {
            String tree = request.patch().isPresent() ? "variant" : "baseline";
            builds.add(tree);
            if (breaks && request.patch().isPresent()) {
                throw new BuildFailedException("make: *** [x.o] Error 1");
            }
            return new BuiltVariant(Path.of("/trees", tree), "abc", "");
        }

        @Override
        public Map<String, String> contentAfter(SourceTree source, PatchChange patch) {
            return Map.of("x.c", "int main() { return 0; }");
        }
    }

    private World world(Builder builder) {
        World world = new World(
                folder,
                1,
                Workload.job("nightly-eval", .3)
                        .directory(folder)
                        .source(new SourceTree(folder, "HEAD", "0", List.of("make"), List.of("x.c")))
                        .contributions(List.of(new Contribution(
                                "fuse",
                                PATCH,
                                List.of(Bottleneck.INPUT_STARVATION),
                                OptionalDouble.of(.3),
                                Optional.empty())))
                        .build());
        world.policy = World.BLIND;
        world.more = loop -> loop.builder(builder);
        return world;
    }

    @Test
    void aPatchIsBuiltBeforeAnyTrialAndTheVariantRunsFromItsTree() {
        NotingBuilder builder = new NotingBuilder(false);
        World world = world(builder);

        LedgerView view = world.untilIdle();

        Dossier patched = view.dossiers().get(0);
        assertThat(patched.state()).isEqualTo(HypothesisState.NO_EFFECT);
        assertThat(builder.builds).contains("baseline", "variant");
        List<String> trials =
                view.runsOf(patched.id()).stream().map(run -> run.plan().key()).toList();
        assertThat(world.cluster.requests().stream().filter(request -> trials.contains(request.key())))
                .isNotEmpty()
                .allSatisfy(request -> assertThat(request.arms())
                        .extracting(arm ->
                                arm.directory().orElseThrow().getFileName().toString())
                        .containsExactlyInAnyOrder("baseline", "variant"));
    }

    @Test
    void aFailedBuildIsRecordedWithItsOutputAndNotTriedAgain() {
        NotingBuilder builder = new NotingBuilder(true);
        World world = world(builder);

        Dossier failed = world.untilIdle().dossiers().get(0);
        int builds = builder.builds.size();
        LedgerView later = world.cycles(5).view();

        assertThat(failed.state()).isEqualTo(HypothesisState.BUILD_FAILED);
        assertThat(failed.verdict().orElseThrow().evidence()).isNotEmpty();
        assertThat(failed.reason()).contains("make: *** [x.o] Error 1");
        assertThat(later.dossiers()).hasSize(1);
        assertThat(later.runsOf(failed.id())).isEmpty();
        assertThat(builder.builds.stream().filter("variant"::equals)).hasSize(1);
        assertThat(builder.builds).hasSize(builds);
    }
}
