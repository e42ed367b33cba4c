package dev.amdahl.core.internal.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.BuiltVariant;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.hypothesis.Workbench;
import dev.amdahl.spi.hypothesis.Workbench.Answer;
import dev.amdahl.spi.hypothesis.Workbench.End;
import dev.amdahl.spi.hypothesis.Workbench.Refusal;
import dev.amdahl.spi.hypothesis.Workbench.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A workbench on a real repository, with a real sandbox. */
final class GitWorkbenchTest {
    private static final String KEY = "AKIAIOSFODNN7EXAMPLE";

    @TempDir
    Path folder;

    private Repository repository = new Repository(Path.of(""));
    private GitBuilder builder = new GitBuilder(Path.of(""), Duration.ZERO);

    @BeforeEach
    void makeRepository() throws IOException {
        Requires.program("bwrap");
        repository = Repository.in(folder.resolve("repository"));
        repository.write("run.sh", "cat built.txt; echo $MODE; echo more >>$AMDAHL_RUN_DIR/out.txt\n");
        repository.write("check.sh", "grep -q fast built.txt\n").commit();
        builder = new GitBuilder(folder.resolve("trees"), Duration.ofSeconds(20));
    }

    private JobSpec job(List<String> build, String... tests) {
        return JobSpec.builder("family", List.of("sh", "run.sh"))
                .environment(Map.of("MODE", "quick"))
                .timeLimit(Duration.ofSeconds(20))
                .source(new SourceTree(repository.folder(), "HEAD", "0", build, List.of("src/**"), List.of(tests)))
                .build();
    }

    private Workbench bench() {
        return builder.workbench(job(List.of("./build.sh"), "sh", "check.sh")).orElseThrow();
    }

    private static void assertRefused(Answer answer, Refusal refusal) {
        assertThat(answer.refusal()).as(answer.text()).contains(refusal);
    }

    @Test
    void whatIsEditedIsBuiltTestedAndRunInFreshTreesAndBecomesAPatch() throws IOException {
        try (Workbench bench = bench()) {
            assertThat(bench.diff()).isEqualTo(Answer.of(""));
            assertThat(bench.test().end()).isEqualTo(End.FAILED);
            assertThat(bench.replace("src/main.txt", "slow", "fast").isDone()).isTrue();
            assertThat(bench.read("src/main.txt", 1, 9).text())
                    .isEqualTo("src/main.txt, lines 1 to 2 of 2:\n1| one\n2| fast\n");

            assertThat(bench.build().end()).isEqualTo(End.PASSED);
            assertThat(bench.build().output()).isEqualTo("did build");
            assertThat(bench.test().end()).isEqualTo(End.PASSED);
            Run run = bench.smoke();

            assertThat(run.end()).as(run.output()).isEqualTo(End.PASSED);
            assertThat(run.output()).isEqualTo("one\nfast\nquick");
            assertThat(bench.diff().text()).contains("\n-slow\n+fast\n");
            assertThat(bench.tree().resolve("built.txt")).doesNotExist();
            BuiltVariant variant =
                    builder.build(repository.unvouched(bench.diff().text(), List.of("./build.sh")));
            assertThat(variant.directory().resolve("built.txt")).hasContent("one\nfast");
        }
        assertThat(repository.git("worktree", "list").lines()).hasSize(2);
        assertThat(repository.git("status", "--porcelain")).isEmpty();
        assertThat(repository.folder().resolve("src/main.txt")).hasContent("one\nslow");
    }

    @Test
    void aDiffIsAppliedWholeOrNotAtAllAndTakenBack() {
        try (Workbench bench = bench()) {
            assertRefused(bench.apply(Repository.FASTER.replace(" one", " two")), Refusal.NOT_FOUND);
            assertThat(bench.apply(Repository.FASTER).isDone()).isTrue();
            assertRefused(bench.apply(HostilePatches.creating("check.sh")), Refusal.NOT_EDITABLE);
            assertThat(bench.replace("src/new.txt", "", "new\n").isDone()).isTrue();
            assertThat(bench.diff().text()).contains("new file mode 100644", "+++ b/src/new.txt", "+fast");

            bench.revert();

            assertThat(bench.diff().text()).isEmpty();
            assertThat(bench.read("src/main.txt", 2, 1).text()).endsWith("2| slow\n");
            assertRefused(bench.read("src/new.txt", 1, 1), Refusal.NOT_THERE);
        }
    }

    @Test
    void theTextToReplaceMustStandThereOnce() throws IOException {
        repository.write("src/twice.txt", "a\r\nb\r\na\r\nc\r\n").commit();
        try (Workbench bench = bench()) {
            assertRefused(bench.replace("src/twice.txt", "d", "x"), Refusal.NOT_FOUND);
            assertRefused(bench.replace("src/twice.txt", "a", "x"), Refusal.AMBIGUOUS);
            assertRefused(bench.replace("src/twice.txt", "", "x"), Refusal.AMBIGUOUS);
            assertRefused(bench.replace("src/none.txt", "a", "x"), Refusal.NOT_THERE);
            assertThat(bench.replace("src/twice.txt", "a\nc", "a\nd").isDone()).isTrue();
            assertThat(Files.readString(bench.tree().resolve("src/twice.txt"))).isEqualTo("a\r\nb\r\na\r\nd\r\n");
            assertThat(bench.replace("src/twice.txt", "d", "d\ne").isDone()).isTrue();
            assertThat(bench.diff().text()).contains("+d\r\n+e\r\n");
        }
    }

    @Test
    void linesThatEndOtherwiseInTheTreeThanInTheRepositoryAreChanged() throws IOException {
        repository.write(".gitattributes", "*.txt text eol=crlf\n").commit();
        try (Workbench bench = bench()) {
            bench.replace("src/main.txt", "one\nslow", "one\nfast");
            assertThat(bench.test())
                    .satisfies(run -> assertThat(run.end()).as(run.output()).isEqualTo(End.PASSED));
        }
    }

    @Test
    void everyHostilePatchIsRefused() {
        try (Workbench bench = builder.workbench(job(List.of())).orElseThrow()) {
            HostilePatches.corpus()
                    .forEach((name, patch) ->
                            assertThat(bench.apply(patch).isDone()).as(name).isFalse());
            assertThat(bench.diff().text()).isEmpty();
        }
    }

    @Test
    void aSecretIsNeitherShownNorLostNorMoved() throws IOException {
        repository.write("src/main.txt", "one\nkey=" + KEY + "\nslow\n").commit();
        try (Workbench bench = bench()) {
            assertThat(bench.read("src/main.txt", 1, 9).text())
                    .contains(Redaction.MARK)
                    .doesNotContain(KEY);
            assertThat(bench.search("key=", "").text()).contains(Redaction.MARK).doesNotContain(KEY);
            assertThat(bench.replace("src/main.txt", "slow", "fast").isDone()).isTrue();
            assertThat(bench.diff().text()).contains(Redaction.MARK, "+fast").doesNotContain(KEY);
            assertThat(bench.test().end()).isEqualTo(End.PASSED);
            assertThat(bench.replace("src/main.txt", "key=", "keys=").isDone()).isTrue();
            assertRefused(bench.diff(), Refusal.MALFORMED);
        }
    }

    @Test
    void noLineOfASecretOfManyIsShown() throws IOException {
        String key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n"
                + "MzEfYyjiWA4R4ypbHqVxvzMXUcWXfHgR\n-----END PRIVATE KEY-----";
        repository
                .write("src/main.txt", "one\n" + key + "\nslow\n")
                .write("src/end.txt", key)
                .commit();
        try (Workbench bench = bench()) {
            bench.replace("src/main.txt", "slow", "fast");
            assertRefused(bench.diff(), Refusal.MALFORMED);
            assertThat(bench.search("END|MzEf", "").text()).isEqualTo("no line matches");
            assertThat(bench.read("src/end.txt", 1, 9).text()).doesNotContain("MIIE", "MzEf");
        }
    }

    @Test
    void whatSomebodyElseChangesMeanwhileIsPutBackAndSaid() throws IOException {
        try (Workbench bench = bench()) {
            bench.replace("src/main.txt", "slow", "fast");
            Files.writeString(bench.tree().resolve("src/main.txt"), "evil\n");
            Files.writeString(bench.tree().resolve("src/other.txt"), "evil\n");

            assertRefused(bench.diff(), Refusal.CHANGED_MEANWHILE);
            assertThat(bench.diff().text()).contains("+fast").doesNotContain("evil");
            assertThat(bench.test().end()).isEqualTo(End.PASSED);
        }
    }

    @Test
    void whatAnotherProgramChangedIsTakenOverWhereAPatchMayTouchItAndPutBackElsewhere() throws IOException {
        repository.write("src/gone.txt", "x\n").commit();
        Files.writeString(folder.resolve("outside.txt"), "outside\n");
        try (Workbench bench = bench()) {
            Path tree = bench.tree();
            Files.writeString(tree.resolve("src/main.txt"), "one\nfast\n");
            Files.delete(tree.resolve("src/gone.txt"));
            Files.writeString(tree.resolve("src/new.txt"), "new\n");
            Files.write(tree.resolve("src/new.bin"), new byte[] {1, 0, 2});
            Files.createSymbolicLink(tree.resolve("src/link"), folder.resolve("outside.txt"));
            Files.writeString(tree.resolve("check.sh"), "true\n");
            Files.delete(tree.resolve("build.sh"));
            Files.createDirectory(tree.resolve("build.sh"));
            Files.writeString(tree.resolve("build.sh/x"), "x\n");

            Answer adopted = bench.adopt();

            assertThat(adopted.text())
                    .startsWith("taken over: 'src/gone.txt', 'src/main.txt', 'src/new.txt'; put back")
                    .contains("'build.sh'", "'check.sh'", "'src/link'", "'src/new.bin'");
            assertThat(bench.diff().text())
                    .contains("deleted file mode", "+fast", "+new")
                    .doesNotContain("check.sh", "outside");
            assertThat(tree.resolve("check.sh")).hasContent("grep -q fast built.txt");
            assertThat(tree.resolve("build.sh")).isRegularFile();
            assertThat(tree.resolve("src/link")).doesNotExist();
            assertThat(bench.test().end()).isEqualTo(End.PASSED);
        }
    }

    @Test
    void whatNoPatchCouldNameIsRefused() {
        try (Workbench bench = bench()) {
            assertRefused(bench.replace("src/main.txt/x", "", "x"), Refusal.NOT_THERE);
            assertRefused(bench.replace("src/a\"b.txt", "", "x"), Refusal.NO_PATH);
            assertRefused(bench.replace("src/" + "a".repeat(300), "", "x"), Refusal.NO_PATH);
            assertRefused(bench.read("src/main.txt/x", 1, 1), Refusal.NOT_THERE);
            assertThat(bench.read("src/main.txt", 1, 9).isDone()).isTrue();
            assertThat(bench.diff().text()).isEmpty();
        }
    }

    /** On an empty line the first read nothing, so that no bound of what is read ends them. */
    @Test
    void noPatternHoldsTheSearchUpAndSensibleOnesFind() {
        try (Workbench bench = bench()) {
            for (String pattern : List.of(
                    "(?:(?:){2147483647}){2147483647}x",
                    "(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(?!)",
                    "(?:a?)?(?:a?)?(?:a?)?(?:a?)?(?:a?)?(?:a?)?(?:a?)?(?:a?)?(?:a?)?x",
                    "^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?^?x",
                    "\\b{2147483647}x",
                    "()\\1{2147483647}x",
                    "^{2147483647}x",
                    "(?x)(?:) { 2147483647 }x")) {
                assertRefused(bench.search(pattern, ""), Refusal.MALFORMED);
            }
            for (String pattern :
                    List.of("(?i)ONE|two", "(one|two)\\s*$", "^(.*)[^*?]{1,20}", "\\bo[^ ]+(e)?", "o\\w{2}")) {
                assertThat(bench.search(pattern, "src/**").text()).contains("src/main.txt:1: one");
            }
        }
    }

    @Test
    void moreThanAPatchMayTouchIsNotTakenOver() throws IOException {
        try (Workbench bench = bench()) {
            for (int i = 0; i < 65; i++) {
                Files.writeString(bench.tree().resolve("src/new" + i + ".txt"), "new\n");
            }
            assertRefused(bench.adopt(), Refusal.TOO_LARGE);
            assertThat(bench.diff().text()).isEmpty();
        }
    }

    @Test
    void whatToolsLoadByItsNameIsNotBroughtByABuild() {
        List<String> build = List.of(
                "sh", "-c", "mkdir t; echo >t/Makefile; grep -q fast src/main.txt && echo >t/conftest.py; true");
        try (Workbench bench = builder.workbench(job(build, "true")).orElseThrow()) {
            assertThat(bench.test().end()).isEqualTo(End.PASSED);
            bench.replace("src/main.txt", "slow", "fast");

            Run run = bench.test();

            assertThat(run.end()).isEqualTo(End.FAILED);
            assertThat(run.output()).endsWith("changed files that the patch does not touch: 't/conftest.py'");
        }
    }

    /** No stack, and no path, is as deep. */
    @Test
    @Tag("long")
    void foldersWithoutEndAreRemoved() throws IOException {
        Requires.program("perl");
        List<String> build = List.of("perl", "-e", "for (1..3000) { mkdir 'd'; chdir 'd' }");
        try (Workbench bench = builder.workbench(job(build)).orElseThrow()) {
            assertThat(bench.build().end()).isEqualTo(End.PASSED);
            assertThat(bench.smoke().output()).contains("cat: built.txt");
        }
        try (Stream<Path> left = Files.list(folder.resolve("trees"))) {
            assertThat(left.filter(Files::isDirectory)).isEmpty();
        }
    }

    @Test
    void testsThatFailBeforeAreNoFaultOfThePatch() {
        try (Workbench bench = builder.workbench(job(List.of("./build.sh"), "sh", "-c", "exit 3"))
                .orElseThrow()) {
            bench.replace("src/main.txt", "slow", "fast");

            Run run = bench.test();

            assertThat(run.end()).isEqualTo(End.FAILED_BEFORE);
            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.output()).startsWith("the tests fail without the change as well (FAILED, exit code 3)");
        }
    }

    @Test
    void whatRunsPastTheEndOfTheWholeIsStoppedAndTellsNothingOfTheTests() {
        try (Workbench bench = builder.workbench(job(List.of("./build.sh"), "sh", "-c", "sleep 1.2; exit 3"))
                .orElseThrow()) {
            bench.replace("src/main.txt", "slow", "fast");
            bench.endWithin(Duration.ofSeconds(4));
            assertThat(bench.build().end()).isEqualTo(End.PASSED);
            bench.endWithin(Duration.ZERO);

            assertThat(bench.test().end()).as("not blamed on the source before").isEqualTo(End.TIME_LIMIT);
        }
    }

    @Test
    void aBuildThatHangsIsStoppedAndOneThatBreaksIsTold() {
        builder = new GitBuilder(folder.resolve("trees"), Duration.ofSeconds(1));
        try (Workbench bench = builder.workbench(job(List.of("sleep", "60"))).orElseThrow()) {
            bench.replace("src/main.txt", "slow", "fast");
            assertThat(bench.build().end()).isEqualTo(End.TIME_LIMIT);
            assertThat(bench.smoke().end()).isEqualTo(End.NOT_BUILT);
            assertThat(bench.test().end()).isEqualTo(End.NOT_DECLARED);
        }
        try (Workbench bench = builder.workbench(job(List.of("sh", "-c", "echo no; exit 2"), "true"))
                .orElseThrow()) {
            bench.replace("src/main.txt", "slow", "fast");
            assertThat(bench.build()).satisfies(run -> assertThat(run.output()).startsWith("no"));
            assertThat(bench.test().end()).isEqualTo(End.NOT_BUILT);
        }
    }

    @Test
    void aJobWithoutSourceOrWithoutEditableFilesHasNoWorkbench() {
        JobSpec closed = JobSpec.builder("family", List.of("true"))
                .source(new SourceTree(repository.folder(), "HEAD", "0", List.of(), List.of()))
                .build();

        assertThat(builder.workbench(closed)).isEqualTo(Optional.empty());
        assertThat(builder.workbench(JobSpec.builder("family", List.of("true")).build()))
                .isEqualTo(Optional.empty());
    }

    @Test
    void whatADeadProcessLeftIsRemoved() throws IOException {
        bench();
        try (Stream<Path> left = Files.list(folder.resolve("trees"))) {
            assertThat(left.filter(Files::isDirectory)).hasSize(1);
        }
        builder = new GitBuilder(folder.resolve("trees"), Duration.ofSeconds(20));

        bench().close();

        try (Stream<Path> left = Files.list(folder.resolve("trees"))) {
            assertThat(left.filter(Files::isDirectory)).isEmpty();
        }
        assertThat(repository.git("worktree", "list").lines()).hasSize(1);
    }

    @Test
    @Tag("long")
    void ofAHundredThousandFilesAFewAreShown() throws IOException {
        for (int i = 0; i < 100_000; i++) {
            repository.write("src/many/f" + i + ".txt", "line " + i + "\n");
        }
        repository.commit();
        try (Workbench bench = bench()) {
            assertThat(bench.list("src/many").text().lines())
                    .hasSize(401)
                    .last()
                    .isEqualTo("(99600 more)");
            assertThat(bench.search("line 9999$", "").text()).contains("the search ended after 50000 files");
            assertThat(bench.search("line", "").text()).contains("more than 80 lines match");
            bench.replace("src/many/f7.txt", "line", "lines");
            assertThat(bench.diff().text()).contains("+lines 7");
        }
    }
}
