package dev.amdahl.core.schedulers.local;

import static dev.amdahl.core.schedulers.local.Requested.shell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers and digests that a job reports. */
final class LocalMeasuresTest extends LocalFixture {
    /** SHA-256 of {@code abc}: FIPS 180-2, appendix B.1. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    private static final String METRICS = "cat > \"$AMDAHL_METRICS\" <<'END'\n%s\nEND\n";

    @Test
    void whatTheJobWritesIsRead() {
        ArmResult arm = runOnce(
                shell(
                        METRICS.formatted(
                                "{\"work_units\": 120, \"metrics\": {\"loss\": 0.5}, \"input\": {\"bytes\": 7, \"digest\": \"d\"}, \"other\": []}")));
        assertThat(arm.workUnits()).hasValue(120);
        assertThat(arm.metrics()).isEqualTo(Map.of("loss", .5));
        assertThat(arm.inputDigest()).contains("d");
        assertThat(arm.covariates()).containsEntry(Covariate.INPUT_BYTES, 7.0);
        assertThat(arm.notes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{",
                "{\"work_units\": 1, \"work_units\": 2}",
                "{\"work_units\": 1} trailing",
                "[1]",
                "{\"work_units\": 1e999}",
                "{\"work_units\": \"12\"}",
                "{\"work_units\": -1}",
                "{\"work_units\": NaN}",
                "{\"metrics\": {\"x\": 1e999}}"
            })
    void malformedMetricsAreNotMeasuredAndNoted(String text) {
        ArmResult arm = runOnce(shell(METRICS.formatted(text)));
        assertThat(arm.isSuccess()).isTrue();
        assertThat(arm.workUnits()).isEmpty();
        assertThat(arm.metrics()).isEmpty();
        assertThat(arm.notes()).hasSize(1);
    }

    @Test
    void metricsOverTheirSizeAreNotRead() {
        ArmResult arm = runOnce(
                shell(
                        "{ printf '{\"x\": \"'; head -c 1100000 /dev/zero | tr '\\0' x; printf '\"}'; } > \"$AMDAHL_METRICS\""));
        assertThat(arm.notes()).singleElement().asString().contains("larger than");
    }

    @Test
    void declaredMeasuresOverrideTheJobsOwn() {
        ArmResult arm = runOnce(shell(METRICS.formatted("{\"work_units\": 1, \"metrics\": {\"loss\": 9}}")
                        + "mkdir out; echo '{\"l\": [0.25]}' > out/m.json; echo processed 10; echo processed 30")
                .measuring(Map.of(
                        "work_units", new ValueSource.Stdout("processed ([0-9]+)"),
                        "loss", new ValueSource.Json("out/m.json", "/l/0"))));
        assertThat(arm.workUnits()).hasValue(30);
        assertThat(arm.metrics()).isEqualTo(Map.of("loss", .25));
    }

    @Test
    void aMeasureThatIsMissingIsNeverANumber() {
        ArmResult arm = runOnce(shell("echo nothing")
                .measuring(Map.of(
                        "work_units", new ValueSource.Stdout("processed ([0-9]+)"),
                        "loss", new ValueSource.Json("m.json", "/loss"))));
        assertThat(arm.workUnits()).isEmpty();
        assertThat(arm.metrics()).isEmpty();
        assertThat(arm.notes()).hasSize(2);
    }

    @Test
    void theLastMatchIsFoundBehindAHugeLog() {
        ArmResult arm = runOnce(shell("echo processed 1; head -c 3000000 /dev/zero | tr '\\0' '\\n'; echo processed 2")
                .measuring(Map.of("work_units", new ValueSource.Stdout("processed ([0-9]+)"))));
        assertThat(arm.workUnits()).hasValue(2);
    }

    @Test
    void aPatternThatBacktracksForeverIsGivenUp() {
        ArmResult arm = runOnce(shell("head -c 5000 /dev/zero | tr '\\0' a")
                .measuring(Map.of("slow", new ValueSource.Stdout("(a+)+(a+)+(a+)+b"))));
        assertThat(arm.metrics()).isEmpty();
        assertThat(arm.notes()).singleElement().asString().contains("takes too long");
    }

    @Test
    void outputsAreDigestedWhole() {
        ArmResult arm = runOnce(shell(
                        "printf abc; printf abc > declared; mkdir \"$AMDAHL_OUTPUT/d\"; printf abc > \"$AMDAHL_OUTPUT/d/a b\n'c\"; "
                                + "ln -s ../run/declared \"$AMDAHL_OUTPUT/link\"; ln -s declared link")
                .keepingBytes(1)
                .writing("-", "declared", "link", "absent"));
        assertThat(arm.digests()).isEqualTo(Map.of("-", ABC, "declared", ABC, "AMDAHL_OUTPUT/d/a b\n'c", ABC));
        assertThat(arm.notes()).hasSize(2);
    }

    @Test
    void aStreamHasOneDigestHoweverMuchOfItIsKept() {
        TrialResult result = run(
                open(),
                Requested.of(
                        "kept",
                        shell("printf abc").keepingBytes(3).writing("-"),
                        shell("printf abc").keepingBytes(4).writing("-")));

        assertThat(result.arms()).allSatisfy(arm -> assertThat(arm.digests()).isEqualTo(Map.of("-", ABC)));
    }

    /** Each process that a trial starts is time that is not measured, and load on the machine that measures. */
    @Test
    void aTrialStartsFewProcesses() throws Exception {
        String strace = Requires.program("strace").toString();
        runOnce(shell("exec sleep 0.05"));
        Path again = Files.createDirectory(folder.resolve("again"));
        for (String name : List.of("trial.sh", "request.json")) {
            Files.copy(trial("once").resolve(name), again.resolve(name));
        }
        Path ends = folder.resolve("ends");

        Process traced = new ProcessBuilder(
                        strace, "-f", "-e", "trace=none", "-o", ends.toString(), "sh", again + "/trial.sh")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();

        assumeThat(traced.waitFor()).as("whether processes may be traced here").isZero();
        assertThat(again.resolve("result.properties")).exists();
        assertThat(Files.readAllLines(ends))
                .filteredOn(line -> line.contains("+++ exited"))
                .hasSizeBetween(12, 40);
    }

    @Test
    void aFileThatTakesLongerToReadThanThereIsTimeHasNoDigest() {
        TrialResult result = run(
                open(),
                Requested.of(
                        "sparse",
                        shell("truncate -s 900G big").writing("big").atMost(Duration.ofMillis(900)),
                        shell("printf abc > big").writing("big")));

        assertThat(result.arms().get(0).digests()).isEmpty();
        assertThat(result.arms().get(0).notes())
                .singleElement()
                .asString()
                .contains("big not digested: 966367641600 bytes take longer to read");
        assertThat(result.arms().get(1).digests()).isEqualTo(Map.of("big", ABC));
    }

    @Test
    void manyOutputFilesHaveOneDigestOfAll() {
        ArmResult arm = runOnce(shell("cd \"$AMDAHL_OUTPUT\"; seq 1 1500 | split -l 1 -a 4"));
        assertThat(arm.digests()).containsOnlyKeys("AMDAHL_OUTPUT");
    }
}
