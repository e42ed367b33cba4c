package dev.amdahl.core.internal.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.contract.BuilderContract;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.experiment.BuildRequest;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuilderFactory;
import dev.amdahl.spi.experiment.BuiltVariant;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitBuilderTest extends BuilderContract {
    private static final List<String> BUILD = List.of("./build.sh");

    @TempDir
    Path folder = Path.of("");

    private Repository repository = new Repository(Path.of(""));

    @BeforeEach
    void makeRepository() throws IOException {
        repository = Repository.in(folder.resolve("repo"));
    }

    @Override
    protected Builder builder() {
        return new GitBuilder(folder.resolve("workspace"), Duration.ofMinutes(1));
    }

    @Override
    protected BuildRequest incumbent() {
        return repository.request("./build.sh");
    }

    @Override
    protected BuildRequest patched() {
        return repository.request(Repository.FASTER, BUILD);
    }

    @Override
    protected BuildRequest broken() {
        return repository.request(Repository.FASTER, List.of("sh", "-c", "echo the reason; exit 3"));
    }

    @Test
    void theVariantIsBuiltFromThePatchedTreeAndTheRepositoryStaysAsItWas() throws IOException {
        BuiltVariant built = builder().build(patched());

        assertThat(built.directory().resolve("built.txt")).hasContent("one\nfast");
        assertThat(built.log()).contains("did build");
        assertThat(repository.folder().resolve("src/main.txt")).hasContent("one\nslow");
        assertThat(repository.git("status", "--porcelain")).isEmpty();
    }

    @Test
    void aFailedBuildTellsTheEndOfItsOutput() {
        List<String> noisy =
                List.of("sh", "-c", "i=0; while [ $i -lt 3000 ]; do echo line $i; i=$((i+1)); done; exit 7");

        assertThatThrownBy(() -> builder().build(repository.request(Repository.FASTER, noisy)))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContaining("exit code 7")
                .hasMessageContaining("line 2999")
                .satisfies(error -> assertThat(error.getMessage()).hasSizeLessThan(5000));
    }

    @Test
    void aHungBuildIsStoppedWithAllItsChildren() {
        GitBuilder impatient = new GitBuilder(folder.resolve("workspace"), Duration.ofMillis(700));
        Path pid = folder.resolve("pid");
        List<String> hanging = List.of("sh", "-c", "(sh -c 'echo $$ > " + pid + "; exec tail -f /dev/null') & wait");

        assertThatThrownBy(() -> impatient.build(repository.request(Repository.FASTER, hanging)))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContaining("limit");
        assertThat(pid).exists();
        assertThat(ended(pid)).isTrue();
    }

    private static boolean ended(Path pid) {
        try {
            return ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                    .map(child -> {
                        child.onExit().orTimeout(10, TimeUnit.SECONDS).join();
                        return !child.isAlive();
                    })
                    .orElse(true);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void aTreeThatACrashLeftHalfBuiltIsBuiltAfresh() throws IOException {
        BuiltVariant first = builder().build(patched());
        Path marker = first.directory().resolveSibling(first.directory().getFileName() + ".built");
        Files.delete(marker);
        Files.writeString(first.directory().resolve("built.txt"), "half");
        Files.writeString(first.directory().resolve("left over"), "from the crash");

        BuiltVariant second = builder().build(patched());

        assertThat(second.directory()).isEqualTo(first.directory());
        assertThat(second.directory().resolve("built.txt")).hasContent("one\nfast");
        assertThat(second.directory().resolve("left over")).doesNotExist();
        assertThat(marker).exists();
    }

    @Test
    void aBuiltTreeIsNotBuiltAgain() throws IOException {
        BuiltVariant first = builder().build(patched());
        Files.writeString(first.directory().resolve("seen"), "x");

        assertThat(builder().build(patched()).directory().resolve("seen")).exists();
    }

    @Test
    void anotherCommitIsAnotherTree() throws IOException {
        BuiltVariant before = builder().build(incumbent());
        repository.write("src/other.txt", "x").commit();

        assertThat(builder().build(incumbent()).directory()).isNotEqualTo(before.directory());
    }

    @Test
    void aRefusedPatchLeavesNothingBehind() throws IOException {
        assertThatThrownBy(() -> builder().build(repository.request(HostilePatches.creating(".git/hooks/x"), BUILD)))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContaining("git's own files");
        try (var left = Files.list(folder.resolve("workspace"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void aPatchIsNotWrittenThroughALinkOfTheRepository() throws IOException {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Files.createSymbolicLink(repository.folder().resolve("src/link"), outside);
        repository.commit();

        assertThatThrownBy(() -> builder().build(repository.request(HostilePatches.creating("src/link/x"), BUILD)))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContaining("symbolic link");
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void hooksMonitorsAndFiltersOfTheRepositoryDoNotRun() throws IOException {
        Path canary = folder.resolve("canary");
        String touch = "touch " + canary;
        for (String hook : List.of("post-checkout", "post-index-change", "reference-transaction")) {
            Path file = repository.folder().resolve(".git/hooks/" + hook);
            Files.writeString(file, "#!/bin/sh\n" + touch + "\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        repository
                .write(".gitattributes", "*.txt filter=evil\n*.sh filter=a=b\n")
                .commit();
        repository.git("config", "filter.evil.smudge", touch + "; cat");
        repository.git("config", "filter.evil.clean", touch + "; cat");
        repository.git("config", "filter.evil.required", "true");
        repository.git("config", "filter.a=b.smudge", touch + "; cat");
        repository.git("config", "core.fsmonitor", touch);
        repository.git(
                "worktree", "add", "--detach", folder.resolve("unguarded").toString());
        assertThat(canary).as("what plain git runs").exists();
        Files.delete(canary);

        BuiltVariant built = builder().build(patched());

        assertThat(built.directory().resolve("built.txt")).hasContent("one\nfast");
        assertThat(canary).doesNotExist();
    }

    @Test
    void wordsOfTheBuildCommandAreNeverReadByAShell() {
        Path canary = folder.resolve("canary");
        for (String word : List.of(
                "; touch " + canary,
                "$(touch " + canary + ")",
                "`touch " + canary + "`",
                "a\ntouch " + canary,
                "| touch " + canary,
                "--upload-pack=touch " + canary,
                "@" + canary)) {
            BuiltVariant built = builder().build(repository.request("echo", word));
            assertThat(built.log()).isEqualTo(word.strip());
        }
        assertThat(canary).doesNotExist();
    }

    @Test
    void aRevisionIsNeverReadAsAnOption() {
        BuildRequest option = new BuildRequest() {
            @Override
            public SourceTree source() {
                return new SourceTree(repository.folder(), "--git-dir", "0", List.of(), List.of());
            }

            @Override
            public Optional<PatchChange> patch() {
                return Optional.empty();
            }
        };

        assertThatThrownBy(() -> builder().build(option))
                .isInstanceOf(AmdahlException.class)
                .hasMessageContaining("rev-parse");
    }

    @Test
    void theBuildDoesNotInheritTheCallersEnvironment() {
        BuiltVariant built = builder().build(repository.request("env"));

        assertThat(built.log().lines().map(line -> line.split("=", 2)[0]))
                .contains("PATH")
                .isSubsetOf("PATH", "JAVA_HOME", "HOME", "LC_ALL", "PWD", "SHLVL", "_");
    }

    @Test
    void contentAfterAPatchIsFoundWithoutBuilding() {
        assertThat(builder().contentAfter(repository.source("false"), Repository.patch(Repository.FASTER)))
                .isEqualTo(Map.of("src/main.txt", "one\nfast\n"));
        assertThat(repository.git("worktree", "list").lines()).hasSize(1);
    }

    @Test
    void contentAfterAPatchFollowsTheRevision() throws IOException {
        Builder builder = builder();
        SourceTree source = repository.source("false");
        PatchChange patch = Repository.patch(Repository.FASTER);
        assertThat(builder.contentAfter(source, patch)).isEqualTo(builder.contentAfter(source, patch));

        repository.write("src/main.txt", "one\nother\n").commit();

        assertThatThrownBy(() -> builder.contentAfter(source, patch))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContaining("does not apply");
    }

    @Test
    void aPatchThatDoesNotApplyIsABuildFailure() {
        String stale = Repository.FASTER.replace("-slow", "-slower");

        assertThatThrownBy(() -> builder().build(repository.request(stale, BUILD)))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContaining("does not apply");
    }

    @Test
    void theFactoryIsFoundByNameAndReady() {
        assertThat(ServiceLoader.load(BuilderFactory.class).stream().map(ServiceLoader.Provider::get))
                .anySatisfy(factory -> {
                    assertThat(factory.name()).isEqualTo("git");
                    assertThat(factory.availability().isReady()).isTrue();
                });
    }

    @Test
    void whatNobodyAnswersForIsBuiltInASandboxApartFromTheSameThatSomebodyDoes() throws IOException {
        Requires.program("bwrap");
        List<String> curious =
                List.of("sh", "-c", "pwd; id -u; ls -A " + folder + " 2>&1; cat src/main.txt > built.txt");

        BuiltVariant held = builder().build(repository.unvouched(Repository.FASTER, curious));
        BuiltVariant free = builder().build(repository.request(Repository.FASTER, curious));

        assertThat(held.log()).startsWith("/work\n65534\n").contains("No such file");
        assertThat(held.directory().resolve("built.txt")).hasContent("one\nfast");
        assertThat(Files.readString(
                                held.directory().resolveSibling(held.directory().getFileName() + ".harness"))
                        .split("\0"))
                .containsExactly("build.sh");
        assertThat(free.directory()).isNotEqualTo(held.directory());
        assertThat(free.log()).contains("repo");
    }

    @Test
    void aHeldBuildThatHangsIsStopped() {
        Requires.program("bwrap");
        GitBuilder impatient = new GitBuilder(folder.resolve("workspace"), Duration.ofSeconds(3));

        assertThatThrownBy(() -> impatient.build(
                        repository.unvouched(Repository.FASTER, List.of("sh", "-c", "echo on; sleep 600"))))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContaining("reached its limit of PT3S")
                .hasMessageContaining("out of time");
    }

    @Test
    void withoutASandboxWhatNobodyAnswersForIsRefusedUnlessTheOperatorSaysOtherwise() {
        SandboxPolicy impossible = new SandboxPolicy(
                SandboxPolicy.Scope.UNVOUCHED, SandboxLimits.DEFAULT, List.of(folder.resolve("missing")), List.of());
        BuildRequest request = repository.unvouched(Repository.FASTER, BUILD);
        Duration limit = Duration.ofMinutes(1);

        assertThatThrownBy(() -> new GitBuilder(folder.resolve("workspace"), limit, impossible).build(request))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContaining("only in a sandbox")
                .hasMessageContaining("'unsafe'");
        assertThat(new GitBuilder(folder.resolve("workspace"), limit, impossible.with(SandboxPolicy.Scope.UNSAFE))
                        .build(request)
                        .log())
                .contains("did build");
    }

    @Test
    void aBuildThatFillsTheDiskIsToldToHave() throws IOException {
        Requires.program("bwrap");
        Repository repository = Repository.in(folder.resolve("full"));
        SandboxPolicy small = SandboxPolicy.DEFAULT.with(SandboxLimits.DEFAULT.withDisk(16L << 20));
        Builder builder = new GitBuilder(folder.resolve("full-trees"), Duration.ofMinutes(1), small);
        List<String> fills = List.of("sh", "-c", "while :; do head -c 4000000 /dev/zero >$(date +%s%N); done");

        assertThatThrownBy(() -> builder.build(repository.unvouched(Repository.FASTER, fills)))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContaining("was stopped, as it ran out of disk, at most 16777216 bytes");
    }

    @Test
    void aPipeInThePlaceOfAFileIsRefusedAndAFolderWithoutRightsIsRemoved() throws IOException {
        Requires.program("bwrap");
        Repository repository = Repository.in(folder.resolve("piped"));
        Builder builder = new GitBuilder(folder.resolve("piped-trees"), Duration.ofMinutes(1));
        List<String> pipes = List.of("sh", "-c", "mkdir -p no/way; chmod 000 no; rm build.sh; mkfifo build.sh");

        assertThatThrownBy(() -> builder.build(repository.unvouched(Repository.FASTER, pipes)))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContaining("has put a pipe or a device instead of 'build.sh'");
        assertThat(folder.resolve("piped-trees")).isDirectoryNotContaining(Files::isDirectory);
        assertThat(Files.getPosixFilePermissions(folder.resolve("piped-trees"))).hasSize(3);
    }

    @Test
    void aPathThatGitReadsOtherwiseIsRefused() throws IOException {
        Repository repository = Repository.in(folder.resolve("dated"));
        repository.write("src/conftest.py", "a\n").commit();
        String dated = "--- a/src/conftest.py 2010-07-05 19:41:17\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n";

        assertThatThrownBy(() -> builder().build(repository.request(dated, List.of())))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContaining("diff --git");
        String headed = "diff --git a/src/main.txt b/src/main.txt\n"
                + Repository.FASTER.substring(Repository.FASTER.indexOf("---"));
        assertThat(builder().build(repository.request(headed, List.of())).directory())
                .isDirectory();
    }

    @Test
    void whereNoSandboxIsAPatchThatNobodyAnswersForHasAnObstacle() {
        SandboxPolicy none = new SandboxPolicy(
                SandboxPolicy.Scope.UNVOUCHED,
                SandboxLimits.DEFAULT,
                List.of(folder.resolve("cannot be shown")),
                List.of());
        Builder builder = new GitBuilder(folder.resolve("workspace"), Duration.ofMinutes(1), none);

        assertThat(builder.obstacle(repository.unvouched(Repository.FASTER, BUILD)))
                .hasValueSatisfying(reason -> assertThat(reason).contains("install bubblewrap", "'unsafe'"));
        assertThat(builder.obstacle(patched())).isEmpty();
    }
}
