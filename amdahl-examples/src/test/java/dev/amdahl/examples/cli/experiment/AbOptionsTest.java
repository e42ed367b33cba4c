package dev.amdahl.examples.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.contract.Requires;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ab} does around its pairs: files, preparations, lists of values, revisions. */
final class AbOptionsTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void needsTwoProcessors() {
        Requires.processors(2);
        Requires.program("setsid");
    }

    @Test
    void bothTimesAreSaidAndExportedAndDrawn() throws Exception {
        Cli answer = Cli.in(
                folder,
                "ab",
                "--baseline",
                "sleep 0.03",
                "--variant",
                "sleep 0.03",
                "--pairs",
                "6",
                "--fixed-n",
                "--export",
                "pairs.csv",
                "--export",
                "pairs.json",
                "--html",
                "pairs.html");

        assertThat(answer.out())
                .contains("median", "mean ± sd", "range", "baseline  ", "variant   ")
                .contains("work      not checked: no output is compared (--output PATH)");
        assertThat(Files.readAllLines(folder.resolve("pairs.csv")))
                .hasSize(7)
                .first()
                .isEqualTo("pair,set,first,baseline_seconds,variant_seconds,ratio");
        JsonNode exported =
                new ObjectMapper().readTree(folder.resolve("pairs.json").toFile());
        assertThat(exported.at("/results/0/command").asText()).isEqualTo("sleep 0.03");
        assertThat(exported.at("/results/1/times")).hasSize(6);
        assertThat(exported.at("/results/1/median").asDouble()).isBetween(.03, 1.0);
        assertThat(Files.readString(folder.resolve("pairs.html")))
                .contains("<svg", "Times of 6 pairs")
                .doesNotContain("<script");
    }

    @Test
    void filesThatCannotBeWrittenAreRefusedBeforeAnythingRuns() throws Exception {
        AbCommandTest.ab(folder, "touch ran", "true", "--export", "none/pairs.csv")
                .failsWith(2, "name a file in a folder that exists");
        AbCommandTest.ab(folder, "touch ran", "true", "--export", "pairs.txt").failsWith(2, "use .csv or .json");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theFirstLineThatDiffersIsShown() throws Exception {
        JsonNode json = AbCommandTest.ab(folder, "echo a; echo b", "echo a; echo c", "--output", "-")
                .json("ab");

        assertThat(json.get("reasons").toString())
                .contains("first difference, line 2 of standard output: baseline 'b', variant 'c'");
        assertThat(json.get("work_checked").asBoolean()).isTrue();
    }

    @Test
    void aPreparationRunsBeforeEachRunAndACleanupOnceAfter() throws Exception {
        AbCommandTest.ab(
                        folder,
                        "test -e ready && rm ready",
                        "rm ready",
                        "--pairs",
                        "2",
                        "--fixed-n",
                        "--prepare",
                        "touch ready; echo p >> log",
                        "--cleanup",
                        "echo c >> log")
                .json("ab");

        List<String> log = Files.readAllLines(folder.resolve("log"));
        assertThat(log)
                .endsWith("c")
                .hasSizeGreaterThan(6)
                .filteredOn("c"::equals)
                .hasSize(1);
        AbCommandTest.ab(folder, "true", "true", "--prepare", "echo why >&2; exit 3")
                .failsWith(2, "--prepare: it ends with exit code 3: why");
    }

    @Test
    void eachValueOfAListIsComparedWithTheFirst() throws Exception {
        JsonNode json = Cli.in(
                        folder,
                        "ab",
                        "--json",
                        "--baseline",
                        "sleep {s}",
                        "-L",
                        "s",
                        "0.03,0.02,0.04",
                        "--pairs",
                        "2",
                        "--fixed-n")
                .json("ab-list");

        assertThat(json.get("baseline_value").asText()).isEqualTo("0.03");
        assertThat(json.at("/values"))
                .extracting(row -> row.get("value").asText())
                .containsExactly("0.02", "0.04");
        Cli.in(folder, "ab", "--baseline", "sleep 1", "-L", "s", "1,2").failsWith(2, "-L: {s} is not in the command");
        Cli.in(folder, "ab", "--baseline", "sleep {s}", "-L", "s", "1").failsWith(2, "two or more different values");
        Cli.in(folder, "ab", "--baseline", "sleep 1").failsWith(2, "ab: --variant is missing; add --variant CMD");
    }

    @Test
    void theTimesOfAllValuesAreExported() throws Exception {
        list("sleep {s}", "0.02,0.03,0.04", "--pairs", "2", "--fixed-n", "--export", "a.csv", "--export", "a.json");

        assertThat(Files.readAllLines(folder.resolve("a.csv")))
                .hasSize(5)
                .startsWith("value,pair,set,first,baseline_seconds,variant_seconds,ratio")
                .anyMatch(row -> row.startsWith("0.03,2,"))
                .anyMatch(row -> row.startsWith("0.04,1,"));
        JsonNode exported = new ObjectMapper().readTree(folder.resolve("a.json").toFile());
        assertThat(exported.get("results"))
                .extracting(row -> row.at("/parameters/s").asText())
                .containsExactly("0.02", "0.03", "0.02", "0.04");
        Cli.in(folder, "ab", "sleep {s}", "-L", "s", "1,2", "--html", "a.html")
                .failsWith(2, "--html: a page holds one comparison");
        Cli.in(folder, "ab", "sleep {s}", "-L", "s", "1,2", "-L", "t", "1,2")
                .failsWith(2, "-L: was given more than once; give it once; a value may hold several settings");
    }

    @Test
    void twoCommandsWithoutOptionsAreTheBaselineAndTheVariant() throws Exception {
        JsonNode json = Cli.in(folder, "ab", "--json", "sleep 0.02", "sleep 0.04", "--pairs", "2", "--fixed-n")
                .json("ab");

        assertThat(json.at("/baseline/median").asDouble())
                .isLessThan(json.at("/variant/median").asDouble());
        Cli.in(folder, "ab", "sleep", "1", "sleep 2")
                .failsWith(2, "ab: unknown argument 'sleep 2'; quote each command");
        Cli.in(folder, "ab", "--baseline", "sleep", ".1", "--variant", "true")
                .failsWith(2, "ab: unknown argument '.1'; quote each command");
        Cli.in(folder, "ab", "sleep 1").failsWith(2, "ab: --variant is missing; add --variant CMD");
    }

    @Test
    void aCommandThatWaitsInAQueueIsSaid() {
        String waits = "the time of srun includes waiting for the queue; loop --scheduler slurm";
        assertThat(AbQueue.warning("srun -n 1 ./train", false))
                .hasValueSatisfying(line -> assertThat(line).startsWith(waits));
        assertThat(AbQueue.warning("  A=1 exec /usr/bin/srun ./train", false)).isPresent();
        assertThat(AbQueue.warning("sbatch job.sh", true))
                .hasValueSatisfying(line -> assertThat(line).contains("returns before its job has run"));
        assertThat(AbQueue.warning("srun ./train", true)).as("in an allocation").isEmpty();
        assertThat(AbQueue.warning("./srunner srun", false)).isEmpty();
    }

    @Test
    void aListAsksForMoreOfEachValue() throws Exception {
        String command = "sleep {s}";
        String[] six = {"--pairs", "6", "--fixed-n"};
        JsonNode alone = list(command, "0.2,0.05", six);
        JsonNode two = list(command, "0.2,0.05,0.06", six);

        assertThat(alone.at("/values/0/decision").asText()).isEqualTo("WIN");
        assertThat(two.at("/values/0/p").asDouble()).as("of six pairs at best").isGreaterThan(.025);
        assertThat(two.at("/values/0/decision").asText()).isEqualTo("INCONCLUSIVE");
    }

    private JsonNode list(String command, String values, String... more) throws Exception {
        return Cli.in(
                        folder,
                        Stream.concat(
                                        Stream.of("ab", "--json", "--baseline", command, "-L", "s", values),
                                        Stream.of(more))
                                .toArray(String[]::new))
                .json("ab-list");
    }

    @Test
    void twoRevisionsAreBuiltInWorkTreesThatGoAgain() throws Exception {
        Requires.program("git");
        git("init", "--quiet");
        Files.writeString(folder.resolve("word"), "old");
        git("add", "word");
        git("commit", "--quiet", "--message", "old");
        Files.writeString(folder.resolve("word"), "new");
        git("commit", "--quiet", "--all", "--message", "new");

        JsonNode json = Cli.in(
                        folder,
                        "ab",
                        "--json",
                        "--baseline",
                        "cat word built",
                        "--baseline-ref",
                        "HEAD~1",
                        "--variant-ref",
                        "HEAD",
                        "--build",
                        "echo > built",
                        "--output",
                        "-")
                .json("ab");

        assertThat(json.get("reasons").toString()).contains("baseline 'old', variant 'new'");
        JsonNode file = inTrees("mkdir -p out; cat word > 'out/a b'", "out/a b").json("ab");
        assertThat(file.get("decision").asText()).isEqualTo("REFUTED");
        assertThat(file.get("work_checked").asBoolean()).isTrue();
        inTrees("cat word", "word").failsWith(2, "--output word: the revision, or its build, brings this file along");
        assertThat(git("worktree", "list").lines()).hasSize(1);
        Cli.in(folder, "ab", "--baseline", "true", "--baseline-ref", "none", "--variant-ref", "HEAD")
                .failsWith(2, "--baseline-ref: 'none'", "name a revision of this repository");
        Cli.in(
                        folder,
                        "ab",
                        "--baseline",
                        "true",
                        "--baseline-ref",
                        "HEAD",
                        "--variant-ref",
                        "HEAD",
                        "--build",
                        "exit 4")
                .failsWith(2, "--build: it fails at 'HEAD': exit code 4");
    }

    private Cli inTrees(String command, String output) throws Exception {
        return Cli.in(
                folder,
                "ab",
                "--json",
                "--baseline",
                command,
                "--baseline-ref",
                "HEAD~1",
                "--variant-ref",
                "HEAD",
                "--output",
                output);
    }

    private String git(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@b"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
