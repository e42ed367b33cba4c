package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.Plugins;
import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loop on jobs that misbehave: each ends, is recorded, and leaves the ledger whole. */
final class LoopCommandTest {
    @TempDir
    private Path folder;

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    @BeforeEach
    void needsTwoProcessors() {
        Requires.processors(2);
        Requires.program("setsid");
    }

    private Cli loop(String jobs, String... more) throws Exception {
        Path file = Files.writeString(folder.resolve("jobs.yaml"), jobs);
        String[] arguments = new String[6 + more.length];
        System.arraycopy(
                new String[] {"loop", "--json", "--jobs", file.toString(), "--ledger", "ledger"}, 0, arguments, 0, 6);
        System.arraycopy(more, 0, arguments, 6, more.length);
        return Cli.in(folder, arguments);
    }

    private static String job(String family, String script) {
        return "  - family: " + family + "\n"
                + "    command: [sh, -c, '" + script + "']\n"
                + "    environment: {MODE: \"a\"}\n"
                + "    time_limit: 2s\n"
                + "    artifacts: {trace: trace.json}\n"
                + "    levers: [{name: mode, environment: MODE, values: [\"b\"], addresses: [HOST_SERIAL]}]\n";
    }

    @Test
    void aResamplerThatIsAskedForAndNotThereIsSaidWithTheRemedyAndAutoIsNot() throws Exception {
        assumeTrue(Plugins.discover().report().contains("resampler gpu: not ready"), "there is a device");
        String job = "jobs: [{family: f, command: [echo, a]}]\n";
        loop("policy: {resampler: gpu}\n" + job).failsWith(4, "resampler gpu: ", "choose the resampler auto or cpu");
        Cli auto = loop("policy: {resampler: auto}\n" + job, "--cycles", "1");
        assertThat(auto.code()).as(auto.err()).isZero();
        assertThat(auto.err()).doesNotContain("resampler", "CUDA");
    }

    @Test
    void wrongJobsFilesAreOneLine() throws Exception {
        loop("jobs: [{family: f, comand: [x]}]\n").failsWith(2, "jobs.yaml:1:", "did you mean 'command'?");
        loop("jobs: [{family: f}]\n").failsWith(2, "'command' is missing");
        loop("jobs: [{family: f, command: [x]}]\n", "--cycles", "0").failsWith(2, "--cycles");
        Path models = Files.writeString(
                folder.resolve("models.yaml"), "{models: [{name: a, backend: replay}], sceptics: [LUCK]}");
        loop("jobs: [{family: f, command: [x]}]\n", "--models", models.toString())
                .failsWith(2, "models.yaml", "there is no lens 'LUCK'", "known here");
        loop("jobs: [{family: f, command: [x]}]\n", "--scheduler", "slrm").failsWith(2, "slrm", "local");
    }

    @Test
    void aJobThatOffersNothingToTryIsNamedAtOnceAndAtTheEnd() throws Exception {
        Path file = Files.writeString(folder.resolve("plain.yaml"), "jobs: [{family: plain, command: [\"true\"]}]\n");
        Cli run = Cli.in(folder, "loop", "--jobs", file.toString(), "--ledger", "ledger", "--cycles", "1");
        String said =
                "plain declares no lever and no hypothesis, so there is nothing to try; add levers: or hypotheses:"
                        + " in " + file;
        assertThat(run.err()).contains(said);
        assertThat(run.out()).contains("1 cycle; 0 open", said);
    }

    @Test
    void jobsThatNoWinCanBePlantedInAreSaid() throws Exception {
        String own = "    metric: {name: loss, stdout: \"loss=([0-9]+)\"}\n";
        JsonNode none =
                loop("jobs:\n" + job("own", "true") + own, "--cycles", "1").json("loop");
        assertThat(none.get("calibration").asText())
                .isEqualTo("calibration: no job can be planted in: their metrics are not times");
        assertThat(none.get("planted_wins")).isEmpty();
        JsonNode off = loop("policy: {calibration: 0}\njobs:\n" + job("own", "true") + own, "--cycles", "1")
                .json("loop");
        assertThat(off.has("calibration")).isFalse();
    }

    @Test
    void aRefusedLoopLeavesNothingBehind() throws Exception {
        Files.writeString(folder.resolve("ledger.mv.db"), "hello");
        loop("jobs: [{family: f, command: [x]}]\n").failsWith(2, "not a ledger but some other file");
        assertThat(folder.resolve("ledger.work")).doesNotExist();
    }

    @Test
    void theFamilyThatWastesMostInTheFleetIsMeasuredFirst() throws Exception {
        String at = Instant.now().minus(Duration.ofHours(3)).toString();
        String ended = Instant.now().minus(Duration.ofHours(1)).toString();
        Path fleet = Files.writeString(
                folder.resolve("fleet.csv"),
                "family,submitted,ended,started,accelerators,utilisation\n"
                        + String.join(",", "first", at, ended, at, "1", "0.9") + "\n"
                        + String.join(",", "second", at, ended, at, "8", "0.1") + "\n");
        String jobs = "jobs:\n" + job("first", "true") + job("second", "true");

        assertThat(loop(jobs, "--fleet", fleet.toString(), "--cycles", "1").code())
                .isZero();

        assertThat(Files.readAllLines(folder.resolve("ledger.events.jsonl")))
                .filteredOn(line -> line.contains("\"RunIntended\""))
                .first()
                .asString()
                .contains("\"family\":\"second\"");
        loop(jobs, "--fleet", "nowhere.csv").failsWith(2, "nowhere.csv", "no readable file");
    }

    @Test
    void jobsThatMisbehaveAreRecordedAndTheLoopGoesOn() throws Exception {
        StringBuilder jobs = new StringBuilder("jobs:\n").append(job("fails", "no-such-trainer --epochs 3"));
        if (Requires.fullSize()) {
            jobs.append(job("hangs", "sleep 100"))
                    .append(job("half-a-trace", "printf \"{\\\"traceEvents\\\": [{\\\"ph\\\":\" > \"$AMDAHL_TRACE\""))
                    .append(job("huge-log", "head -c 200000000 /dev/zero"))
                    .append(job("kills-its-group", "kill -9 0"));
        }
        Path models = Files.writeString(
                folder.resolve("models.yaml"),
                "models: [{name: away, backend: openai, settings: {model: m, key_variable: NO_SUCH_KEY}}]\nsceptics: [WORK]\n");
        Cli run = loop(jobs.toString(), "--models", models.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("model 'away' is left out", "NO_SUCH_KEY", "everything goes on by rules");
        assertThat(run.err()).as("no terminal, no progress").doesNotContain("TESTING", "RUN_FAILED", "changes decided");
        JsonNode json = run.json("loop");
        assertThat(json.get("cycles").asInt()).isPositive();
        Map<String, String> states = new HashMap<>();
        json.get("hypotheses")
                .forEach(row ->
                        states.put(row.get("family").asText(), row.get("state").asText()));
        assertThat(states).containsEntry("fails", "RUN_FAILED");
        assertThat(json.at("/hypotheses/0/reason").asText())
                .contains("the unchanged job fails: it exits with 127: '", "no-such-trainer: not found'");
        if (Requires.fullSize()) {
            assertThat(states).containsEntry("hangs", "RUN_FAILED").containsKeys("huge-log", "kills-its-group");
        }
        for (JsonNode hypothesis : json.get("hypotheses")) {
            assertThat(hypothesis.get("state").asText()).isNotIn("SURVIVED", "IN_REVIEW", "PROMOTED");
        }
        Cli verify = Cli.here(
                "ledger",
                "verify",
                "--json",
                "--ledger",
                folder.resolve("ledger").toString());
        assertThat(verify.json("ledger-verify").get("ok").asBoolean()).isTrue();
    }
}
