package dev.amdahl.examples.publish;

import static dev.amdahl.examples.publish.Repository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.workspace.PatchRefusedException;
import dev.amdahl.examples.cli.review.AskedWin;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real repository and a real remote. */
final class ChangeBranchTest {
    @BeforeAll
    static void needGit() {
        Requires.program("git");
    }

    private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    private Path folder;

    private Repository repository = new Repository(Path.of(""));

    @BeforeEach
    void make() throws Exception {
        repository = Repository.in(folder);
    }

    @AfterEach
    void nothingOfTheUserChanges() throws Exception {
        repository.isUntouched();
    }

    private static Hypothesis hypothesis(Change change) {
        Hypothesis win = AskedWin.hypothesis();
        return new Hypothesis(
                win.id(),
                win.family(),
                List.copyOf(win.addressed()),
                win.axis(),
                win.title(),
                change,
                win.expectedFraction(),
                win.provenance(),
                win.evidence(),
                win.fingerprint());
    }

    private static Hypothesis patch(String diff) {
        return hypothesis(new PatchChange(diff, List.of("src/Batch.java")));
    }

    private ChangeBranch.Published push(Hypothesis hypothesis) throws IOException, InterruptedException {
        return new ChangeBranch(repository.source("src/**"), "origin")
                .push(hypothesis, "# page\n", "title\n\ntext\n", AT);
    }

    private String branches() throws IOException, InterruptedException {
        return git(repository.remote(), "branch", "--format=%(refname:short)");
    }

    @Test
    void aPatchIsOneCommitOnTheTestedRevision() throws Exception {
        ChangeBranch.Published pushed = push(patch(Repository.DIFF));

        assertThat(pushed.branch()).isEqualTo("amdahl/won-1");
        assertThat(git(repository.remote(), "rev-parse", "amdahl/won-1")).isEqualTo(pushed.commit());
        assertThat(git(repository.remote(), "rev-parse", "amdahl/won-1^"))
                .isEqualTo(git(repository.work(), "rev-parse", "main"));
        assertThat(git(repository.remote(), "show", "amdahl/won-1:src/Batch.java"))
                .isEqualTo("all(rows);\nend();");
        assertThat(git(repository.remote(), "log", "-1", "--format=%an|%at|%B", "amdahl/won-1"))
                .isEqualTo("Amdahl Loop|" + AT.getEpochSecond() + "|title\n\ntext");
    }

    @Test
    void twiceIsOnce() throws Exception {
        long before = filesOfGit();
        assertThat(push(patch(Repository.DIFF)).isNew()).isTrue();
        assertThat(push(patch(Repository.DIFF)).isNew()).isFalse();
        assertThat(branches()).isEqualTo("amdahl/won-1\nmain");
        assertThat(filesOfGit()).as("what git said is removed").isEqualTo(before);
    }

    private static long filesOfGit() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("amdahl-git"))
                    .count();
        }
    }

    @Test
    void aSettingIsAPage() throws Exception {
        push(AskedWin.hypothesis());
        assertThat(git(repository.remote(), "show", "amdahl/won-1:amdahl-changes/won-1.md"))
                .isEqualTo("# page");
    }

    @Test
    void aPatchThatDoesNotApplyPublishesNothing() throws Exception {
        assertThatThrownBy(() -> push(patch(Repository.DIFF.replace("one(row)", "two(row)"))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("won-1", "does not apply at main", "src/Batch.java");
        assertThat(branches()).isEqualTo("main");
    }

    @Test
    void aPatchOfOtherFilesIsRefused() throws Exception {
        assertThatThrownBy(() -> push(patch(Repository.DIFF.replace("src/Batch.java", "../Batch.java"))))
                .isInstanceOf(PatchRefusedException.class);
        assertThatThrownBy(() -> push(patch(Repository.DIFF.replace("src/Batch.java", "build.sh"))))
                .isInstanceOf(PatchRefusedException.class);
        assertThat(branches()).isEqualTo("main");
    }

    @Test
    void aRemoteThatRefusesLeavesNothing() throws Exception {
        Path hook = Files.writeString(
                repository.remote().resolve("hooks/pre-receive"), "#!/bin/sh\necho not here >&2\nexit 1\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        assertThatThrownBy(() -> push(patch(Repository.DIFF)))
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.TRANSIENT))
                .hasMessageContaining("git push origin", "not here", "nothing was published")
                .hasMessageNotContaining("\n");
        assertThat(branches()).isEqualTo("main");
    }

    @Test
    void aRemoteThatHangsIsLeft() throws Exception {
        Path hook = Files.writeString(repository.remote().resolve("hooks/pre-receive"), "#!/bin/sh\nexec sleep 60\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        ChangeBranch branch = new ChangeBranch(repository.source("src/**"), "origin", Duration.ofSeconds(5));
        assertThatThrownBy(() -> branch.push(patch(Repository.DIFF), "", "title\n", AT))
                .isInstanceOf(AmdahlException.class)
                .hasMessageContaining("git push did not end within 5 s");
        assertThat(branches()).isEqualTo("main");
    }

    @Test
    void aRemoteThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> new ChangeBranch(repository.source(), "--upload-pack=touch x"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is not a remote of", "choose origin");
    }
}
