package dev.amdahl.core.internal.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Patches of one repository on another, by a real git. */
class PatchMergeTest {
    @TempDir
    Path folder = Path.of("");

    private int siblings;
    private Repository repository = new Repository(Path.of(""));

    @BeforeEach
    void makeRepository() throws IOException {
        repository = Repository.in(folder.resolve("repo"));
    }

    private Builder builder() {
        return new GitBuilder(folder.resolve("workspace"), Duration.ofMinutes(1));
    }

    private static SourceTree at(Repository repository) {
        return repository.source("./build.sh");
    }

    private Repository sibling(String content) throws IOException {
        Repository sibling = Repository.in(folder.resolve("sibling-" + siblings++));
        return sibling.write("src/main.txt", content).write("README", content).commit();
    }

    @Test
    void aPatchIsMergedWithWhatIsDifferentOnAnotherSource() throws IOException {
        repository.write("src/main.txt", "one\nslow\nthree\nfour\nfive\n").commit();
        Repository sibling = sibling("zero\none\nslow\nthree\nfour\nFIVE\ntoken = ghp_" + "a1B2".repeat(9) + "\n");
        PatchChange patch = Repository.patch(
                "--- a/src/main.txt\n+++ b/src/main.txt\n@@ -1,5 +1,5 @@\n one\n-slow\n+fast\n three\n four\n five\n");

        PatchChange merged =
                builder().rebased(at(repository), patch, at(sibling)).orElseThrow();

        assertThat(merged.diff()).contains("-slow\n+fast\n").contains(" zero\n").doesNotContain("ghp_");
        assertThat(merged.paths()).containsExactly("src/main.txt");
        assertThat(builder().contentAfter(at(sibling), merged).get("src/main.txt"))
                .isEqualTo("zero\none\nfast\nthree\nfour\nFIVE\ntoken = ghp_" + "a1B2".repeat(9) + "\n");
        assertThat(sibling.git("status", "--porcelain")).isEmpty();
        assertThat(sibling.git("worktree", "list").lines()).hasSize(1);
    }

    @Test
    void aPatchThatMeetsAConflictOrIsThereAlreadyOrTouchesWhatIsGuardedIsNotCarried() throws IOException {
        PatchChange patch = Repository.patch(Repository.FASTER);

        assertThat(builder().rebased(at(repository), patch, at(sibling("one\nslower\n"))))
                .isEmpty();
        assertThat(builder().rebased(at(repository), patch, at(sibling("one\nfast\n"))))
                .isEmpty();
        Repository guarded = sibling("one\nslow\n");
        SourceTree closed = new SourceTree(guarded.folder(), "HEAD", "0", List.of("./build.sh"), List.of("docs/**"));
        assertThat(builder().rebased(at(repository), patch, closed)).isEmpty();
        assertThat(builder().rebased(at(repository), patch, at(guarded))).contains(patch);
    }

    @Test
    void filesThatAPatchMakesAndDeletesAreMergedToo() throws IOException {
        repository
                .write("src/old.txt", "old\n")
                .write("src/main.txt", "one\nslow\nthree\n")
                .commit();
        Repository sibling =
                sibling("one\nslow\nTHREE\n").write("src/old.txt", "old\n").commit();
        PatchChange patch = new PatchChange("""
                diff --git a/src/main.txt b/src/main.txt
                --- a/src/main.txt
                +++ b/src/main.txt
                @@ -1,3 +1,3 @@
                 one
                -slow
                +fast
                 three
                diff --git a/src/new/n.txt b/src/new/n.txt
                new file mode 100644
                --- /dev/null
                +++ b/src/new/n.txt
                @@ -0,0 +1 @@
                +new
                diff --git a/src/old.txt b/src/old.txt
                deleted file mode 100644
                --- a/src/old.txt
                +++ /dev/null
                @@ -1 +0,0 @@
                -old
                """, List.of("src/main.txt", "src/new/n.txt", "src/old.txt"));

        assertThat(builder().rebased(at(repository), patch, at(sibling)))
                .as("the line beside it is another one")
                .isEmpty();
        sibling.write("src/main.txt", "one\nslow\nthree\nfour\n").commit();
        PatchChange carried =
                builder().rebased(at(repository), patch, at(sibling)).orElseThrow();
        assertThat(builder().contentAfter(at(sibling), carried))
                .isEqualTo(Map.of("src/main.txt", "one\nfast\nthree\nfour\n", "src/new/n.txt", "new\n"));
        sibling.write("src/old.txt", "changed\n").commit();
        assertThat(builder().rebased(at(repository), patch, at(sibling))).isEmpty();
    }
}
