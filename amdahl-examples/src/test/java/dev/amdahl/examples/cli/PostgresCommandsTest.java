package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.testing.PrivatePostgres;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands over a ledger on a server. */
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

            server.kill();
            for (String command : new String[] {"log", "verify"}) {
                Cli gone = Cli.here("ledger", command, "--ledger", url, "--ledger-folder", beside);
                gone.failsWith(4, "does not answer", "run it again once it does");
                assertThat(gone.out() + gone.err()).doesNotContain("s3cret");
            }
        }
    }
}
