package dev.amdahl.examples.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.examples.cli.Cli;
import dev.amdahl.examples.cli.common.Shell;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of the action for pull requests, in a real clone, before a forge on loopback. */
final class AbPullRequestTest {
    private static final Path SCRIPT =
            Path.of("src/main/action/pull_request.py").toAbsolutePath();
    private static final String WIN = "**WIN: the variant takes 50.0 % less time**\n\n| a |\n|---|\n";

    @TempDir
    private Path folder;

    private final FakeForge forge = new FakeForge();
    private final Map<String, String> told = new HashMap<>();
    private Path clone = Path.of("");

    private record Ended(int code, String out, String err) {}

    /** A repository with a branch main, and a clone that knows the branch change alone. */
    @BeforeEach
    void makeTheClone() throws Exception {
        Requires.program("python3");
        Requires.program("git");
        Path origin = Files.createDirectories(folder.resolve("origin"));
        git(origin, "init", "--quiet", "--initial-branch=main");
        commit(origin, "sleep 0.15");
        git(origin, "checkout", "--quiet", "-b", "change");
        commit(origin, "sleep 0.03");
        clone = folder.resolve("clone");
        String from = "file://" + origin;
        git(folder, "clone", "--quiet", "--depth=1", "--branch=change", from, clone.toString());
        told.putAll(Map.of(
                "AB_COMMAND", "sh work.sh",
                "AB_BASELINE_REF", "main",
                "AB_PULL_REQUEST", "7",
                "AB_TOKEN", "a-token",
                "GITHUB_API_URL", forge.address(),
                "GITHUB_REPOSITORY", "some/where",
                "GITHUB_OUTPUT", folder.resolve("output").toString(),
                "GITHUB_STEP_SUMMARY", folder.resolve("summary").toString(),
                "PATH", folder + ":" + System.getenv("PATH"),
                "no_proxy", "*"));
    }

    @AfterEach
    void stop() {
        forge.stop();
    }

    @Test
    @Tag("measures")
    void aWinThenARegressionThenNothingAreSaidInOneComment() throws Exception {
        Requires.processors(2);
        Requires.program("setsid");
        amdahl("exec " + Cli.java().stream().map(Shell::quoted).collect(Collectors.joining(" ")) + " \"$@\"");

        assertThat(run().code()).isZero();
        assertThat(forge.bodies())
                .singleElement()
                .asString()
                .startsWith("<!-- amdahl: ab -->\n### Amdahl: ab\n\n**WIN: the variant takes ")
                .contains("| time (median) | 0.");

        commit(clone, "sleep 0.4");
        assertThat(run().code()).isEqualTo(1);
        assertThat(forge.bodies()).singleElement().asString().contains("**LOSS: the variant takes ");

        git(clone, "checkout", "--quiet", "--detach", git(clone, "rev-parse", "FETCH_HEAD"));
        told.put("AB_OPTIONS", "--pairs\n  6\n\n--fixed-n");
        Ended same = run();

        assertThat(same.code()).as(same.err()).isZero();
        assertThat(forge.bodies())
                .singleElement()
                .asString()
                .containsPattern("\\*\\*(NOT_SEEN|INCONCLUSIVE|INSUFFICIENT|EQUIVALENT): ");
        assertThat(forge.calls).containsSubsequence("POST", "PATCH", "PATCH");
        assertThat(git(clone, "worktree", "list")).doesNotContain("\n");
        assertThat(Files.readString(folder.resolve("output"))).startsWith("decision=WIN\ndecision=LOSS\ndecision=");
    }

    @Test
    void abIsCalledWithWhatWasToldAndTwoCommits() throws Exception {
        amdahl("printf '%s\\n' \"$@\" >" + folder + "/words; env >" + folder + "/environment; exit 0");
        told.put("AB_BUILD", "make all");
        told.put("AB_OPTIONS", "--output\n-");

        run();

        List<String> words = Files.readAllLines(folder.resolve("words"));
        assertThat(words)
                .containsSequence("--baseline", "sh work.sh", "--require", "no-regression", "--baseline-ref")
                .containsSequence("--build", "make all", "--output", "-");
        assertThat(words.get(words.indexOf("--baseline-ref") + 1))
                .isEqualTo(git(folder.resolve("origin"), "rev-parse", "main"));
        assertThat(words.get(words.indexOf("--variant-ref") + 1)).isEqualTo(git(clone, "rev-parse", "HEAD"));
        assertThat(Files.readString(folder.resolve("environment")))
                .contains("GITHUB_REPOSITORY=some/where")
                .doesNotContain("a-token", "GITHUB_OUTPUT", "AB_COMMAND");
    }

    @Test
    void aForgeThatRefusesIsAWarningAndTheVerdictCounts() throws Exception {
        amdahl(prints(WIN) + "exit 1");
        forge.status = 401;

        Ended ended = run();

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
                .contains(WIN)
                .contains("::warning::no comment was written: the forge answered 401; the job needs the permission")
                .doesNotContain("a-token");
        assertThat(Files.readString(folder.resolve("summary"))).contains(WIN);
        assertThat(Files.readString(folder.resolve("output"))).isEqualTo("decision=WIN\n");
    }

    @Test
    void aForgeThatHangsIsWaitedForNoLongerThanTheLimit() throws Exception {
        amdahl(prints(WIN));
        forge.hangs = true;
        told.put("AB_SECONDS", "1");

        Ended ended = run();

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("::warning::no comment was written: no answer in time");
    }

    @Test
    void aForgeThatIsNotThereOrTalksNonsenseIsAWarning() throws Exception {
        amdahl(prints(WIN));
        forge.nonsense = true;
        assertThat(run().out()).contains("::warning::no comment was written: ");

        forge.stop();
        Ended ended = run();
        assertThat(ended.out()).contains("::warning::no comment was written: ");
        assertThat(ended.code()).isZero();
        assertThat(ended.err()).doesNotContain("Traceback");
    }

    @Test
    void theTokenFollowsNobodyElsewhere() throws Exception {
        amdahl(prints(WIN));
        FakeForge other = new FakeForge();
        forge.redirect = other.address();

        assertThat(run().out()).contains("the forge answered 302");

        assertThat(other.calls).isEmpty();
        other.stop();
    }

    @Test
    void aCommentOfSomebodyElseStaysAndOneOnALaterPageIsFound() throws Exception {
        amdahl(prints(WIN));
        forge.add("mallory", "<!-- amdahl: ab -->\nmine");
        for (int i = 0; i < 120; i++) {
            forge.add("github-actions[bot]", "another " + i);
        }
        forge.add("github-actions[bot]", "<!-- amdahl: ab -->\nold");

        run();

        assertThat(forge.bodies()).hasSize(122).contains("<!-- amdahl: ab -->\nmine");
        assertThat(forge.bodies().get(121)).contains(WIN).doesNotContain("old");
    }

    @Test
    void whatIsTooLongForACommentIsCutAtALine() throws Exception {
        amdahl(prints(WIN + "\n```sh\n") + "yes some more words | head -n 9000");

        run();

        assertThat(forge.bodies().get(0))
                .hasSizeLessThan(65_536)
                .contains("some more words\n````\n\nCut here: the log of the step has all of it.\n");
    }

    @Test
    void aComparisonThatCouldNotBeMadeIsSaidInsteadOfTheLastAnswer() throws Exception {
        amdahl("echo 'amdahl: --build: it fails' >&2; exit 2");

        Ended ended = run();

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("amdahl: --build: it fails");
        assertThat(forge.bodies()).singleElement().asString().contains("**Nothing was compared.** `ab` ended with 2");
    }

    @Test
    void wrongInputIsOneLineAndNothingRuns() throws Exception {
        amdahl("touch " + folder + "/ran");
        refused("AB_COMMAND", " ", "command: is empty");
        refused("AB_NAME", "--><script>", "name: may have letters");
        refused("AB_PULL_REQUEST", "7/../8", "pull-request: '7/../8'");
        refused("AB_BASELINE_REF", "--upload-pack=touch x", "baseline-ref: '--upload-pack=touch x' is no revision");
        refused("AB_BASELINE_REF", "nowhere", "baseline-ref: 'nowhere' is not in this checkout, and cannot be fetched");
        refused("AB_ARCHIVE", "amdahl.tar.gz", "archive: needs its sha256");

        assertThat(folder.resolve("ran")).doesNotExist();
        assertThat(forge.calls).isEmpty();
    }

    @Test
    void anArchiveIsRunOnlyWithItsSum() throws Exception {
        Path inside = Files.createDirectories(folder.resolve("amdahl-1"));
        Files.writeString(inside.resolve("amdahl"), "#!/bin/sh\n" + prints(WIN));
        started(folder, "tar", "-czf", "release.tar.gz", "amdahl-1");
        byte[] tar = Files.readAllBytes(folder.resolve("release.tar.gz"));
        forge.file = tar;
        told.put("AB_ARCHIVE", forge.address() + "/release.tar.gz");
        told.put("RUNNER_TEMP", folder.toString());

        refused("AB_SHA256", "0".repeat(64), "is another one than sha256; nothing of it was run");
        told.put(
                "AB_SHA256",
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(tar)));
        Ended ended = run();

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(forge.bodies()).singleElement().asString().contains(WIN);
    }

    /** The action gives the script what it reads, and nothing that a pull request names becomes part of a command. */
    @Test
    void theActionTellsTheScriptByItsEnvironmentAlone() throws Exception {
        String action = Files.readString(SCRIPT.resolveSibling("action.yml"));
        String script = Files.readString(SCRIPT);
        List<String> names = action.lines()
                .map(String::strip)
                .filter(line -> line.startsWith("AB_"))
                .map(line -> line.substring(0, line.indexOf(':')))
                .toList();

        assertThat(names)
                .hasSizeGreaterThan(10)
                .allSatisfy(name -> assertThat(script).contains('"' + name + '"'));
        assertThat(action.lines().filter(line -> line.contains("run:")))
                .singleElement()
                .asString()
                .doesNotContain("${{");
    }

    private void refused(String variable, String value, String line) throws Exception {
        String before = told.put(variable, value);
        Ended ended = run();
        if (before == null) {
            told.remove(variable);
        } else {
            told.put(variable, before);
        }
        assertThat(ended.err().strip()).startsWith("amdahl: ").contains(line).doesNotContain("\n");
        assertThat(ended.code()).isEqualTo(2);
    }

    private static String prints(String text) {
        return "printf %s " + Shell.quoted(text) + "\n";
    }

    private void amdahl(String script) throws IOException {
        Path file = Files.writeString(folder.resolve("amdahl"), "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Ended run() throws Exception {
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder("python3", SCRIPT.toString())
                .directory(clone.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(told);
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out, Files.readString(err));
    }

    private static void commit(Path repository, String work) throws Exception {
        Files.writeString(repository.resolve("work.sh"), work + "\n");
        git(repository, "add", "work.sh");
        git(repository, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", work);
    }

    private static String git(Path directory, String... words) throws Exception {
        return started(
                directory, Stream.concat(Stream.of("git"), Stream.of(words)).toArray(String[]::new));
    }

    private static String started(Path directory, String... words) throws Exception {
        Process process = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out.strip();
    }
}
