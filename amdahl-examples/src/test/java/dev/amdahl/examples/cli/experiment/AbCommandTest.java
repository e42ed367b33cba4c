package dev.amdahl.examples.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("measures")
@Tag("soak")
final class AbCommandTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void needsTwoProcessors() {
        Requires.processors(2);
        Requires.program("setsid");
    }

    private Cli ab(String baseline, String variant, String... more) throws Exception {
        return ab(folder, baseline, variant, more);
    }

    /** Returns what {@code ab --json} says of two commands that run in a folder. */
    static Cli ab(Path folder, String baseline, String variant, String... more) throws Exception {
        return Cli.in(
                folder,
                Stream.concat(Stream.of("ab", "--json", "--baseline", baseline, "--variant", variant), Stream.of(more))
                        .toArray(String[]::new));
    }

    @Test
    void otherOutputIsRefuted() throws Exception {
        JsonNode json = ab("echo 1 > out", "echo 2 > out", "--output", "out").json("ab");
        assertThat(json.get("decision").asText()).isEqualTo("REFUTED");
        assertThat(json.get("reasons").toString()).contains("out");
    }

    @Test
    void anOutputThatCannotTellIsWrongInput() throws Exception {
        ab("true", "true", "--output", "out").failsWith(2, "--output out: the baseline does not write it");
        ab("date +%N", "echo 1", "--output", "-", "--ledger", "./kept")
                .failsWith(2, "two runs of the baseline write different content");
        JsonNode json =
                ab("echo 1", "echo 2", "--output", "-", "--ledger", "./kept").json("ab");
        assertThat(json.get("decision").asText())
                .as("another baseline is asked again whether it writes the same twice")
                .isEqualTo("REFUTED");
    }

    @Test
    void commandsThatFailInTrialsAreInvalid() throws Exception {
        Cli failed = ab("exit 1", "exit 1", "--require", "no-regression");
        assertThat(failed.json("ab").get("decision").asText()).isEqualTo("INVALID");
        assertThat(failed.code()).isEqualTo(1);
    }

    @Test
    void aVariantThatNeverSucceedsHasNoSpeedup() throws Exception {
        JsonNode json = ab("true", "exit 3").json("ab");
        assertThat(json.get("decision").asText()).isEqualTo("REFUTED");
        assertThat(json.get("reasons").toString()).contains("exits with 3");
        assertThat(json.get("speedup").isNull()).isTrue();
        assertThat(json.get("interval").isNull()).isTrue();
    }

    @Test
    void pairsThatCanShowNothingAreWrongInput() throws Exception {
        ab("sleep 0.05", "true", "--pairs", "11")
                .failsWith(2, "--pairs: was 11, and fewer than 12 can show no difference");
        assertThat(folder).isEmptyDirectory();
        assertThat(ab("true", "true", "--pairs", "2", "--fixed-n")
                        .json("ab")
                        .get("decision")
                        .asText())
                .isEqualTo("INSUFFICIENT");
    }

    @Test
    void aClearWinIsAWinAndItsReverseALossWithEvidenceOfItsOwn() throws Exception {
        JsonNode win = ab("sleep 0.6", "sleep 0.3", "--pairs", "20").json("ab");
        assertThat(win.get("decision").asText()).isEqualTo("WIN");
        assertThat(win.get("speedup").asDouble()).isBetween(1.6, 2.4);
        assertThat(win.get("interval").get(0).asDouble()).isGreaterThan(1.2);
        assertThat(win.get("evidence").asDouble()).isGreaterThan(400);
        JsonNode loss = ab("sleep 0.1", "sleep 0.3", "--pairs", "20").json("ab");
        assertThat(loss.get("interval").isNull())
                .as("no size without an interval")
                .isEqualTo(loss.get("speedup").isNull());
        assertThat(loss.get("decision").asText()).isEqualTo("LOSS");
        assertThat(loss.get("evidence").asDouble()).isGreaterThanOrEqualTo(20);
        assertThat(loss.get("p").asDouble()).isLessThanOrEqualTo(.05);
    }

    @Test
    void aLedgerAnswersForWhatWasAskedAndNow() throws Exception {
        Path runs = folder.resolve("runs");
        String slow = "echo slow >> runs; sleep 0.02";
        assertThat(decided(ab(slow, "true", "--pairs", "12", "--ledger", "./kept")))
                .isNotEqualTo("REFUTED");
        Cli other = ab(slow, "exit 3", "--pairs", "12", "--ledger", "./kept");
        assertThat(decided(other)).isEqualTo("REFUTED");
        int before = Files.readAllLines(runs).size();
        Cli again = ab(slow, "true", "--pairs", "12", "--ledger", "./kept");
        assertThat(decided(again)).isNotEqualTo("REFUTED");
        assertThat(again.err()).contains("it is measured again");
        assertThat(Files.readAllLines(runs)).hasSizeGreaterThan(before + 4);
    }

    @Test
    void otherProgramsUnderTheSameCommandsAreAnotherQuestion() throws Exception {
        Path program = Files.writeString(folder.resolve("program.sh"), "exit 0\n");
        assertThat(decided(ab("true", "sh program.sh", "--pairs", "12", "--ledger", "./kept")))
                .isNotEqualTo("REFUTED");
        Files.writeString(program, "exit 3\n");
        Cli rebuilt = ab("true", "sh program.sh", "--pairs", "12", "--ledger", "./kept");
        assertThat(decided(rebuilt)).isEqualTo("REFUTED");
        assertThat(rebuilt.err()).doesNotContain("measured again");
    }

    @Test
    void fewPairsGiveNoEstimate() throws Exception {
        JsonNode json = ab("true", "true", "--pairs", "12").json("ab");
        assertThat(json.get("interval").isNull()).isEqualTo(json.get("speedup").isNull());
    }

    @Test
    void runsThatFailedAreSaidBesideTheAnswer() throws Exception {
        Path count = Files.writeString(folder.resolve("count"), "");
        String flaky = "echo run >> '" + count + "'; [ $(wc -l < '" + count + "') != 5 ]";
        JsonNode json = ab("true", flaky, "--fixed-n", "--pairs", "6").json("ab");

        assertThat(json.get("reasons").toString()).contains("the baseline failed in 0, the variant in 1");
    }

    private static String decided(Cli cli) throws Exception {
        return cli.json("ab").get("decision").asText();
    }

    @Test
    void aBusyMachineIsNamedFirst() throws Exception {
        Path busy = Files.writeString(folder.resolve("loadavg"), "999.0 9.80 7.11 1400/4100 2931");
        Cli cli = Cli.in(
                folder,
                List.of("-Damdahl.loadavg=" + busy),
                "ab",
                "--json",
                "--baseline",
                "true",
                "--variant",
                "exit 3");
        assertThat(cli.json("ab").get("decision").asText()).isEqualTo("REFUTED");
        assertThat(cli.err())
                .startsWith("amdahl: the machine is busy (load 999.0 on ")
                .contains("stop other work first");
    }

    @Test
    void aCommandThatCannotStartIsWrongInput() throws Exception {
        Cli failed = ab("echo run >> runs", "no-such-program-here");
        failed.failsWith(2, "--variant: 'no-such-program-here' cannot be started, exit code 127");
        assertThat(Files.readAllLines(folder.resolve("runs"))).hasSizeBetween(1, 2);
    }

    @Test
    void anOutputThatExistsBeforeIsNeverTouched() throws Exception {
        Files.writeString(folder.resolve("out"), "mine");
        ab("echo 1 > out", "echo 1 > out", "--output", "out").failsWith(2, "exists before the first run");
        assertThat(folder.resolve("out")).hasContent("mine");
    }

    @Test
    void acceleratorsAreGivenToTheRunsAloneAndSampledMeanwhile() throws Exception {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path smi = Files.writeString(
                bin.resolve("nvidia-smi"),
                "#!/bin/sh\necho \"$*\" >>'" + folder + "/asked'\n"
                        + "echo '1755, 66, 0x0, 550.1, NVIDIA H200, GPU-a, 700.00, 97, 1980, 1980, 650.50'\n");
        assertThat(smi.toFile().setExecutable(true)).isTrue();
        Map<String, String> machine =
                Map.of("CUDA_VISIBLE_DEVICES", "GPU-a,GPU-b", "PATH", bin + ":" + System.getenv("PATH"));
        String seen = "echo $CUDA_VISIBLE_DEVICES >> seen";
        List<String> arguments = List.of("ab", "--baseline", seen, "--variant", seen, "--fixed-n", "--pairs", "2");

        Cli.in(folder, machine, arguments.toArray(String[]::new));
        assertThat(folder.resolve("asked")).doesNotExist();
        assertThat(Files.readAllLines(folder.resolve("seen"))).containsOnly("GPU-a,GPU-b");
        Files.delete(folder.resolve("seen"));
        List<String> more = new ArrayList<>(arguments);
        more.addAll(List.of("--accelerators", "1"));
        Cli given = Cli.in(folder, machine, more.toArray(String[]::new));

        assertThat(given.code()).as(given.err()).isZero();
        assertThat(Files.readAllLines(folder.resolve("seen")))
                .hasSizeGreaterThanOrEqualTo(4)
                .allMatch(line -> line.equals("GPU-a") || line.equals("GPU-b"));
        assertThat(folder.resolve("asked")).content().contains("-i GPU-a");
    }

    @Test
    void moreAcceleratorsThanTheMachineHasAreWrongInput() throws Exception {
        String[] two = {"ab", "--baseline", "true", "--variant", "true", "--accelerators", "2"};
        Cli.in(folder, Map.of("CUDA_VISIBLE_DEVICES", "3"), two)
                .failsWith(2, "--accelerators: was 2, and 1 may be used on this machine; give at most 1");
        Cli.in(folder, Map.of("CUDA_VISIBLE_DEVICES", ""), two)
                .failsWith(2, "--accelerators: was 2, and 0 may be used on this machine");
    }

    @Test
    void aFixedNumberOfPairsGivesTheClassicalTest() throws Exception {
        JsonNode json = ab("true", "true", "--fixed-n", "--pairs", "6").json("ab");
        assertThat(json.get("pairs").asInt()).isEqualTo(6);
        assertThat(json.get("p").asDouble()).isBetween(2 / 64.0, 1.0);
        assertThat(json.get("reasons").toString()).contains("sign-flip");
    }

    @Test
    void otherOutputIsRefutedAlsoInTheClassicalTest() throws Exception {
        JsonNode json = ab("echo 1 > out", "echo 2 > out", "--output", "out", "--fixed-n", "--pairs", "20")
                .json("ab");
        assertThat(json.get("decision").asText()).isEqualTo("REFUTED");
        assertThat(json.get("reasons").toString()).contains("out");
    }

    @Test
    void aCommandIsNeverBetterThanItself() throws Exception {
        String command = "python3 -c \"sum(i for i in range(1000000))\"";
        Requires.program("python3");
        assertThat(ab(command, command, "--pairs", "12")
                        .json("ab")
                        .get("decision")
                        .asText())
                .isNotIn("WIN", "INVALID");
    }
}
