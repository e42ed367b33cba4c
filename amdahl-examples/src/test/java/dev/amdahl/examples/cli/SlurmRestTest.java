package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.schedulers.slurm.SlurmSchedulerFactory;
import dev.amdahl.core.testing.PrivateSlurm;
import dev.amdahl.examples.cli.run.PluginSettings;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.contract.SchedulerContract;
import dev.amdahl.spi.experiment.Scheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trials by Slurm's own REST daemon, with its own tokens: the machine of the loop has no Slurm. */
final class SlurmRestTest extends SchedulerContract {
    @TempDir
    private static Path home;

    private static PrivateSlurm cluster;
    private static RestDaemon daemon;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws IOException {
        RestDaemon.required();
        Optional<PrivateSlurm> started = PrivateSlurm.start();
        if (started.isEmpty()) {
            Requires.program("slurmctld");
        }
        cluster = started.orElseThrow();
        daemon = RestDaemon.start(cluster, home);
    }

    @AfterAll
    static void stop() throws IOException {
        if (daemon != null) {
            daemon.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    @Override
    protected Scheduler open(Path place) {
        try {
            Map<String, String> settings = Map.of(
                    "rest",
                    daemon.url(),
                    "token-file",
                    daemon.token().toString(),
                    "poll-interval",
                    "0s",
                    "result-grace",
                    "2s");
            return new SlurmSchedulerFactory()
                    .create(PluginSettings.in(place, Clock.systemUTC(), 1).with(settings));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Cli loop(Path token, String... more) throws IOException, InterruptedException {
        Path jobs = Files.writeString(folder.resolve("jobs.yaml"), """
                policy: {calibration: 0%, pairs: 40}
                jobs:
                  - family: nightly
                    command: [sh, -c, 'sleep "$PAUSE"; echo processed 10']
                    environment: {PAUSE: "0.3"}
                    accelerators: {type: h200, count: 1}
                    deadline: 1m
                    time_limit: 1m
                    work_units: {stdout: "processed ([0-9]+)"}
                    levers:
                      - {name: pause, environment: PAUSE, values: ["0.05"], addresses: [HOST_SERIAL]}
                """);
        List<String> words = new ArrayList<>(List.of(
                "loop",
                "--jobs",
                jobs.toString(),
                "--ledger",
                folder.resolve("ledger").toString(),
                "--trial-root",
                folder.resolve("shared").toString(),
                "--scheduler",
                "slurm",
                "--scheduler-setting",
                "rest=" + daemon.url(),
                "--scheduler-setting",
                "token-file=" + token,
                "--scheduler-setting",
                "poll-interval=0s",
                "--json"));
        words.addAll(List.of(more));
        return Cli.in(folder, words.toArray(String[]::new));
    }

    @Test
    void aSubmissionWhoseAnswerIsLostWithTheDaemonRunsOnce() throws Exception {
        Path token = daemon.token();
        daemon.loseAnswerAfter(1);
        Cli call = loop(token, "--cycles", "6");
        assertThat(call.code()).as(call.err()).isZero();
        assertThat(daemon.hasLostOne()).isTrue();
        assertThat(call.err()).contains("(it is not known whether it has the trial ");
        assertThat(jobs()).hasSizeGreaterThan(1);
        assertHidden(token, call);
    }

    @Test
    @Tag("long")
    void aWinIsFound() throws Exception {
        Path token = daemon.token();
        Cli call = loop(token);
        assertThat(call.code()).as(call.err()).isZero();
        JsonNode row = call.json("loop").path("hypotheses").path(0);
        assertThat(row.path("state").asText()).as(call.out() + call.err()).isIn("SURVIVED", "IN_REVIEW");
        assertThat(jobs()).hasSizeGreaterThan(14);
        assertHidden(token, call);
    }

    /** The names of all jobs that ran under the trial root, no two of one trial. */
    private List<String> jobs() {
        List<String> jobs = cluster.call("squeue", "--noheader", "--states=all", "--Format=Name:|,Reason:|,WorkDir:200")
                .lines()
                .filter(line -> line.contains(folder.toString()) && !line.contains("|BadConstraints|"))
                .map(line -> line.substring(0, line.indexOf('|')))
                .toList();
        assertThat(jobs).doesNotHaveDuplicates();
        return jobs;
    }

    /** The token is in no message and no file. */
    private void assertHidden(Path token, Cli call) throws IOException {
        String secret = Files.readString(token).strip().split("=", 2)[1];
        assertThat(call.out() + call.err()).doesNotContain(secret);
        assertThat(cluster.call("grep", "-rl", secret, folder.toString())).isEmpty();
    }

    @Test
    void aTokenThatIsRefusedIsSaidInOneLine() throws Exception {
        Path wrong = Files.writeString(folder.resolve("wrong"), "abc");
        loop(wrong)
                .failsWith(
                        2,
                        "slurmrestd at " + daemon.url() + ": the token in " + wrong + " is refused",
                        "scontrol token");
    }
}
