package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.core.testing.PrivatePostgres;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands over a ledger on a server. */
@Tag("harness")
final class PostgresCommandsTest {
    @TempDir
    private Path folder;

    @Test
    void commandsReadAndWriteAServerAndSayWhenItIsGone() throws Exception {
        Requires.processors(2);
        Requires.program("setsid");
        Optional<PrivatePostgres> started = PrivatePostgres.start();
        if (started.isEmpty()) {
            Requires.program("initdb");
        }
        try (PrivatePostgres server = started.orElseThrow()) {
            String url = server.plainUrl() + "&password=s3cret";
            String beside = folder.resolve("beside").toString();
            Cli.here("ledger", "verify", "--ledger", url, "--ledger-folder", beside)
                    .failsWith(2, "there is none");
            Cli.in(
                    folder,
                    "ab",
                    "--baseline",
                    "echo 1",
                    "--variant",
                    "echo 2",
                    "--output",
                    "-",
                    "--ledger",
                    url,
                    "--ledger-folder",
                    beside);

            JsonNode verified = Cli.here("ledger", "verify", "--json", "--ledger", url, "--ledger-folder", beside)
                    .json("ledger-verify");
            assertThat(verified.get("ok").asBoolean()).isTrue();
            assertThat(verified.get("events").asInt()).isPositive();
            JsonNode events = Cli.here("ledger", "log", "--json", "--ledger", url, "--ledger-folder", beside)
                    .json("ledger-log")
                    .get("events");
            assertThat(events).hasSize(verified.get("events").asInt());
            assertThat(Cli.here("review", "list", "--json", "--ledger", url, "--ledger-folder", beside)
                            .json("review-list")
                            .get("waiting"))
                    .isEmpty();
            assertThat(Files.readString(Path.of(beside, "ledger.head")))
                    .isEqualTo(verified.get("events").asText() + " "
                            + verified.get("head").asText() + "\n");

            Cli serve = Cli.here("serve", "--for", "1ms", "--ledger", url, "--ledger-folder", beside);
            assertThat(serve.code()).as(serve.err()).isZero();
            assertThat(serve.out()).contains("/?token=").doesNotContain("s3cret");
            Cli doctor = Cli.here("doctor", "--ledger", url, "--ledger-folder", beside);
            assertThat(doctor.out())
                    .containsPattern("(?m)^ok +clock server .* apart from the ledger's server")
                    .containsPattern("(?m)^ok +ledger verify")
                    .doesNotContain("s3cret");

            Path page = folder.resolve("page");
            Cli report = Cli.here("report", "--out", page.toString(), "--ledger", url, "--ledger-folder", beside);
            assertThat(report.code()).as(report.err()).isZero();
            assertThat(page.resolve("report.html"))
                    .content()
                    .contains("From hypothesis to verdict: last 7 days ")
                    .doesNotContain("s3cret");
            copiesGoBothWays(url, beside, verified.get("head").asText());

            server.kill();
            for (String command : new String[] {"log", "verify"}) {
                Cli gone = Cli.here("ledger", command, "--ledger", url, "--ledger-folder", beside);
                gone.failsWith(4, "does not answer", "run it again once it does");
                assertThat(gone.out() + gone.err()).doesNotContain("s3cret");
            }
        }
    }

    @Test
    void aLoopWaitsForAServerThatWentAwayAndRunsNothingTwice() throws Exception {
        Requires.processors(2);
        Requires.program("setsid");
        Optional<PrivatePostgres> started = PrivatePostgres.start();
        if (started.isEmpty()) {
            Requires.program("initdb");
        }
        try (PrivatePostgres server = started.orElseThrow()) {
            Path runs = Files.createFile(folder.resolve("runs"));
            Path jobs = Files.writeString(folder.resolve("jobs.yaml"), """
                    jobs:
                      - family: sorter
                        command: [sh, -c, 'echo "$AMDAHL_RUN_DIR" >> RUNS; seq $N | sort -n | head -n 3']
                        environment: {N: "150000"}
                        time_limit: 20s
                        output: [{path: "-", compare: exact}]
                        levers: [{name: size, environment: N, values: ["20"], addresses: [HOST_SERIAL]}]
                    """.replace("RUNS", runs.toString()));
            String[] where = {
                "--ledger",
                server.plainUrl(),
                "--ledger-folder",
                folder.resolve("beside").toString()
            };
            Path err = folder.resolve("err");
            Process loop =
                    Cli.start(folder, folder.resolve("out"), err, with(where, "loop", "--jobs", jobs.toString()));
            try {
                waitUntil(loop, () -> Files.readAllLines(runs).size() >= 6);
                server.kill();
                waitUntil(loop, () -> Files.readString(err).contains("trying again for 300 s"));
                server.restart();
                assertThat(loop.waitFor(8, TimeUnit.MINUTES)).isTrue();
                assertThat(loop.exitValue()).as(Files.readString(err)).isZero();
            } finally {
                loop.destroyForcibly().waitFor();
                Leftovers.end(folder);
            }
            assertThat(Files.readAllLines(runs)).hasSizeGreaterThan(6).doesNotHaveDuplicates();
            assertThat(Cli.here(with(where, "ledger", "verify")).code()).isZero();
        }
    }

    private static void waitUntil(Process process, Callable<Boolean> holds) throws Exception {
        while (!holds.call()) {
            assertThat(process.waitFor(50, TimeUnit.MILLISECONDS)).as("goes on").isFalse();
        }
    }

    private void copiesGoBothWays(String url, String beside, String head) throws IOException {
        Path export = folder.resolve("export.jsonl");
        Path rewards = folder.resolve("rewards.jsonl");
        Cli.here("ledger", "export", "--out", export.toString(), "--ledger", url, "--ledger-folder", beside);
        Cli.here(
                "ledger",
                "export",
                "--rewards",
                "--out",
                rewards.toString(),
                "--ledger",
                url,
                "--ledger-folder",
                beside);
        String file = folder.resolve("copy").toString();
        String other = folder.resolve("other").toString();
        String[][] targets = {
            {"--ledger", file}, {"--ledger", url + "&currentSchema=copy", "--ledger-folder", other},
        };
        for (String[] target : targets) {
            Cli made = Cli.here(with(target, "ledger", "import", export.toString()));
            assertThat(made.code()).as(made.err()).isZero();
            assertThat(made.out()).contains(head).doesNotContain("s3cret");
            Cli again = Cli.here(with(target, "ledger", "import", export.toString()));
            assertThat(again.code()).isEqualTo(2);
            assertThat(again.err()).doesNotContain("s3cret");
            for (Path whole : new Path[] {export, rewards}) {
                Path copy = folder.resolve("again.jsonl");
                String[] kind = whole.equals(rewards) ? new String[] {"--rewards"} : new String[0];
                Cli.here(with(kind, with(target, "ledger", "export", "--out", copy.toString())));
                assertThat(copy).isNotEmptyFile().hasSameBinaryContentAs(whole);
            }
            Cli verified = Cli.here(with(target, "ledger", "verify", "--head", head));
            assertThat(verified.code()).as(verified.out()).isZero();
        }
    }

    private static String[] with(String[] more, String... arguments) {
        return Stream.concat(Arrays.stream(arguments), Arrays.stream(more)).toArray(String[]::new);
    }
}
