package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.workspace.GitBuilder;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.BuildRequest;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuiltVariant;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Contribution;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A promoted patch on its way to siblings: real repositories and a real merge, played builds and runs. */
class PatchTravelStoryTest {
    private static final PatchChange PATCH = new PatchChange("""
            --- a/x.c
            +++ b/x.c
            @@ -2,7 +2,7 @@
             line 2
             line 3
             line 4
            -slow
            +fast
             line 6
             line 7
             line 8
            """, List.of("x.c"));

    @TempDir
    Path folder;

    private final List<Boolean> vouched = new ArrayList<>();

    /** What git says of patches, and trees that nobody built. */
    private final class Played implements Builder {
        private final GitBuilder git = new GitBuilder(folder.resolve("trees"), Duration.ofMinutes(1));

        @Override
        public BuiltVariant build(BuildRequest request) {
            if (request.patch().isPresent()) {
                vouched.add(request.isVouchedFor());
            }
            return new BuiltVariant(Path.of("/trees", request.patch().isPresent() ? "variant" : "baseline"), "abc", "");
        }

        @Override
        public Map<String, String> contentAfter(SourceTree source, PatchChange patch) {
            return git.contentAfter(source, patch);
        }

        @Override
        public Optional<PatchChange> rebased(SourceTree from, PatchChange patch, SourceTree onto) {
            return git.rebased(from, patch, onto);
        }

        @Override
        public ArmRequest confined(ArmRequest arm, BuildRequest variant, Path built) {
            return arm;
        }
    }

    private static ArmResult run(ArmRequest arm, Path root) {
        ArmResult plain = Workload.run(arm, root);
        return arm.directory().filter(place -> place.endsWith("variant")).isPresent()
                ? plain.wall(plain.wallSeconds().orElseThrow() * .7)
                : plain;
    }

    private JobSpec.Builder job(String family, String file, String content) throws IOException {
        Requires.program("git");
        Path repository = Files.createDirectories(folder.resolve(family));
        Files.writeString(repository.resolve(file), content);
        for (List<String> step : List.of(
                List.of("git", "init", "-q", "-b", "main"),
                List.of("git", "add", "-A"),
                List.of("git", "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "c"))) {
            try {
                assertThat(new ProcessBuilder(step)
                                .directory(repository.toFile())
                                .start()
                                .waitFor())
                        .isZero();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
        return Workload.job(family, .3)
                .directory(folder)
                .source(new SourceTree(repository, "HEAD", "0", List.of("make"), List.of("*.c")));
    }

    private static String lines(String fifth, String eighth) {
        return IntStream.rangeClosed(1, 12)
                .mapToObj(i -> i == 5 ? fifth : i == 8 ? eighth : "line " + i)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    @Test
    void aPromotedPatchIsProvedAnewWhereItsSourceIsAndWhereItMerges() throws IOException {
        JobSpec training = job("training", "x.c", lines("slow", "line 8"))
                .contributions(List.of(new Contribution(
                        "fuse", PATCH, List.of(Bottleneck.INPUT_STARVATION), OptionalDouble.of(.3), Optional.empty())))
                .build();
        World world = new World(
                folder,
                new Cluster(2, arm -> run(arm, folder)),
                training,
                job("same", "x.c", lines("slow", "line 8")).build(),
                job("fork", "x.c", lines("slow", "other 8").replace("line 3", "moved 3"))
                        .build(),
                job("taken", "x.c", lines("slower", "line 8")).build(),
                job("done", "x.c", lines("fast", "line 8")).build(),
                job("other", "y.c", lines("slow", "line 8")).build());
        world.more = builder -> builder.builder(new Played()).ideaSources(List.of());
        Dossier win = world.untilIdle().dossiers().get(0);
        world.gate.approve(win.id(), "ada", "good", "read x.c: it computes the same");

        vouched.clear();
        LedgerView view = world.untilIdle();

        Map<String, Dossier> carried = view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().provenance().source().equals("win:" + win.id()))
                .collect(Collectors.toMap(dossier -> dossier.hypothesis().family(), dossier -> dossier));
        assertThat(carried).containsOnlyKeys("same", "fork");
        assertThat(carried.values()).allSatisfy(dossier -> {
            assertThat(dossier.state()).isEqualTo(HypothesisState.IN_REVIEW);
            assertThat(dossier.hypothesis().title()).endsWith("(won on training)");
            assertThat(dossier.hypothesis().provenance().origin()).isEqualTo(Provenance.Origin.DREAM);
            assertThat(view.runsOf(dossier.id())).isNotEmpty();
        });
        assertThat(diff(carried, "same")).isEqualTo(PATCH.diff());
        assertThat(diff(carried, "fork"))
                .contains(" moved 3\n line 4\n-slow\n+fast\n line 6\n")
                .contains(" other 8\n");
        assertThat(vouched).isNotEmpty().containsOnly(false);
        world.verify();
    }

    private static String diff(Map<String, Dossier> carried, String family) {
        return carried.get(family).hypothesis().change() instanceof PatchChange patch ? patch.diff() : "";
    }
}
