package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.functional.BuildStoryTest.NotingBuilder;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that names a program in its directory, and how it is built. */
final class UnbuiltStoryTest {
    @TempDir
    Path folder;

    @Test
    void whatItsDirectoryLacksIsBuiltBeforeTheFirstRun() {
        assertThat(firstBuilds(Path.of("/trees/baseline"))).containsOnly("baseline");
    }

    @Test
    void whatItsDirectoryHoldsRunsThere() throws IOException {
        Files.createFile(Files.createDirectories(folder.resolve("bin")).resolve("x"));

        assertThat(firstBuilds(folder)).isEmpty();
    }

    private List<String> firstBuilds(Path directory) {
        NotingBuilder builder = new NotingBuilder(false);
        World world = new World(
                folder,
                1,
                JobSpec.builder("nightly-eval", List.of("sh", "-c", "cd . && ./bin/x --steps 3"))
                        .directory(folder)
                        .source(new SourceTree(folder, "HEAD", "0", List.of("make"), List.of("x.c")))
                        .build());
        world.more = loop -> loop.builder(builder);
        world.cycle();
        assertThat(world.cluster.requests())
                .isNotEmpty()
                .allSatisfy(request -> assertThat(request.arms())
                        .allSatisfy(arm -> assertThat(arm.directory()).hasValue(directory)));
        return builder.builds;
    }
}
