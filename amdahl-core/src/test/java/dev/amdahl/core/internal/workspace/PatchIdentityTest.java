package dev.amdahl.core.internal.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.change.Fingerprints;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A patch goes by what its files are after it, not by how it is written. */
class PatchIdentityTest {
    private static final List<String> PATHS = List.of("src/a.txt", "src/b.txt");

    @TempDir
    Path folder;

    private static String lines(String tenth) {
        return IntStream.range(0, 20)
                .mapToObj(i -> i == 10 ? tenth : "line " + i)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static Fingerprint of(Repository repository, String diff) {
        PatchChange patch = new PatchChange(diff, PATHS);
        return Fingerprints.of(
                "f", "m", patch, new PatchedFiles().contentAfter(repository.source(), patch), "h200", "0");
    }

    private static String diff(Repository repository, int context, List<String> order) {
        return order.stream()
                .map(path -> repository.git("diff", "-U" + context, "--", path))
                .collect(Collectors.joining());
    }

    @Test
    void contextOrderOfFilesAndWhiteSpaceDoNotMatterAndContentDoes() throws IOException {
        Repository repository = Repository.in(folder.resolve("r"));
        repository
                .write("src/a.txt", lines("slow"))
                .write("src/b.txt", lines("slow"))
                .commit();
        repository.write("src/a.txt", lines("fast")).write("src/b.txt", lines("fast"));
        Set<Fingerprint> same = new HashSet<>();
        for (int context : new int[] {1, 3, 9}) {
            same.add(of(repository, diff(repository, context, PATHS)));
            same.add(of(repository, diff(repository, context, List.of("src/b.txt", "src/a.txt"))));
        }
        same.add(of(repository, diff(repository, 3, PATHS).replace("+fast", "+fast \t ")));

        assertThat(same).hasSize(1);
        assertThat(same)
                .doesNotContain(of(repository, diff(repository, 3, PATHS).replace("+fast", "+faster")));
    }
}
