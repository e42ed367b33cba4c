package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.testing.PatchedProgram;
import dev.amdahl.core.internal.workspace.GitBuilder;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two winning patches of one real file become one, by git, and what comes of it builds. */
@Tag("long")
class MergedPatchStoryTest {
    @TempDir
    Path folder;

    private static String table(String first, String last) {
        String middle =
                IntStream.range(0, 40).mapToObj(line -> "# line " + line).collect(Collectors.joining("\n"));
        return first + "\n" + middle + "\n" + last + "\n";
    }

    private static void git(Path repository, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command)
                        .directory(repository.toFile())
                        .start()
                        .waitFor())
                .isZero();
    }

    /** Each of the two changes takes 30 % off. */
    private static ArmResult run(ArmRequest arm) {
        try {
            String table = Files.readString(arm.directory().orElseThrow().resolve("table.sh"));
            double seconds = 10 * (table.contains("first=2") ? .7 : 1) * (table.contains("last=2") ? .7 : 1);
            double noise = .02 * new SplittableRandom(Objects.hash(arm.seed(), arm.name(), table)).nextGaussian();
            return ArmResult.succeeded(arm.name(), seconds * Math.exp(noise)).covariate(Covariate.LOAD_1M, 1);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void gitMergesWhatChangesDifferentPlaces() throws IOException, InterruptedException {
        List.of("git", "bwrap").forEach(Requires::program);
        Path repository = folder.resolve("repository");
        PatchedProgram program = new PatchedProgram(repository, "product", 8);
        Files.writeString(repository.resolve("table.sh"), table("first=1", "last=1"));
        git(repository, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-a", "-m", "longer");
        Proposal first = program.offer("first", "table.sh", table("first=2", "last=1"));
        Proposal last = program.offer("last", "table.sh", table("first=1", "last=2"));
        JobSpec declared = program.job(Duration.ofSeconds(5));
        SourceTree built = declared.source().orElseThrow();
        SourceTree plain = new SourceTree(built.repository(), "HEAD", "0", List.of("true"), built.editable());
        JobSpec job = JobSpec.builder("product", List.of("sh", "table.sh"))
                .source(plain)
                .build();

        World world = new World(folder, new Cluster(1, MergedPatchStoryTest::run), job);
        world.policy = World.BLIND;
        world.more = loop -> loop.builder(new GitBuilder(folder.resolve("trees"), Duration.ofSeconds(30)))
                .advisors(List.of(briefing -> List.of(first, last)));
        world.untilIdle();

        List<String> titles = world.entries(Entry.Proposed.class).stream()
                .map(proposed -> proposed.hypothesis().title())
                .toList();
        assertThat(titles).containsExactly("first", "last", "both 'first' and 'last'");
        PatchChange both = (PatchChange)
                world.entries(Entry.Proposed.class).get(2).hypothesis().change();
        assertThat(both.paths()).containsExactly("table.sh");
        assertThat(both.diff()).contains("+first=2", "+last=2").doesNotContain("+first=1");
        world.verify();
    }
}
