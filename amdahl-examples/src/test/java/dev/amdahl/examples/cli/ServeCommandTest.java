package dev.amdahl.examples.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewFiles;
import dev.amdahl.core.internal.report.review.ReviewSettings;
import dev.amdahl.core.internal.testing.WaitingWins;
import dev.amdahl.examples.cli.ledger.LedgerOperator;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** {@code serve} as a process: how it starts, what it withstands, what it leaves when it is killed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ServeCommandTest {
    private static final int MORE_THAN_THREADS = 70;
    private static final Pattern HIDDEN = Pattern.compile("type=\"hidden\" name=\"(\\w+)\" value=\"([^\"]*)\"");

    private final List<String> ids = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private Path folder = Path.of("");

    @BeforeAll
    void write(@TempDir Path made) {
        folder = made;
        WaitingWins story = new WaitingWins(5, Instant.now());
        for (int i = 0; i < 12; i++) {
            ids.add(story.win("job-" + i, setting("" + i), .8, "try " + i, 0));
        }
        story.write(ledger(), Clock.systemUTC());
    }

    private static ConfigChange setting(String to) {
        return new ConfigChange(List.of(new LeverSetting("workers", new LeverSetting.Environment("WORKERS"), "0", to)));
    }

    private String ledger() {
        return folder.resolve("ledger").toString();
    }

    private HttpRequest.Builder request(URI server, String place) {
        return HttpRequest.newBuilder(server.resolve("/" + place))
                .header("Authorization", "Bearer " + server.getQuery().replace("token=", ""));
    }

    private HttpRequest approval(URI server, String id) throws IOException, InterruptedException {
        String page = client.send(request(server, "item?id=" + id).build(), HttpResponse.BodyHandlers.ofString())
                .body();
        String form = HIDDEN.matcher(page)
                .results()
                .map(ServeCommandTest::field)
                .collect(Collectors.joining("&", "", "&by=nobody-here&decision=approve&reason=fine"));
        return request(server, "answer")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
    }

    private static String field(MatchResult found) {
        return found.group(1) + "=" + URLEncoder.encode(found.group(2), UTF_8);
    }

    @Test
    void itOutlivesSlowCallersAndLeavesWholeAnswersWhenItIsKilled() throws Exception {
        List<String> command = new ArrayList<>(Cli.java());
        command.add(1, "-Dsun.net.httpserver.maxReqTime=2");
        command.addAll(List.of("serve", "--json", "--ledger", ledger(), "--for", "5m"));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            URI server = URI.create(
                    new Cli(0, out.readLine(), "").json("serve").get("url").asText());
            hold(server);
            List<HttpRequest> approvals = new ArrayList<>();
            for (String id : ids) {
                approvals.add(approval(server, id));
            }
            CompletableFuture<?>[] sent = approvals.stream()
                    .map(request -> client.sendAsync(request, HttpResponse.BodyHandlers.ofString()))
                    .toArray(CompletableFuture[]::new);
            CompletableFuture.anyOf(sent).join();
            process.destroyForcibly().waitFor();
        } finally {
            process.destroyForcibly();
        }

        ReviewFiles files = new ReviewFiles(folder.resolve("ledger.reviews"));
        assertThat(files.answers())
                .isNotEmpty()
                .extracting(ReviewAnswer::review)
                .allMatch(review -> ids.contains(review.id()) && review.reason().equals("fine"));
    }

    /** Takes every thread of the server with half a call; an ordinary call gets its answer all the same. */
    private void hold(URI server) throws IOException, InterruptedException {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < MORE_THAN_THREADS; i++) {
                Socket socket = new Socket(server.getHost(), server.getPort());
                slow.add(socket);
                socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: 127".getBytes(UTF_8));
            }
            assertThat(client.send(request(server, "").build(), HttpResponse.BodyHandlers.ofString())
                            .body())
                    .contains("12 changes wait for your answer");
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void theLoopbackIsSilentAndAnotherAddressIsLoud() {
        Cli quiet = Cli.here("serve", "--ledger", ledger(), "--for", "1ms");
        assertThat(quiet.code()).isZero();
        assertThat(quiet.out()).contains("control room at http://127.0.0.1:", "/?token=", "ends with Ctrl-C");
        assertThat(quiet.err()).isEmpty();

        Cli loud = Cli.here("serve", "--ledger", ledger(), "--for", "1ms", "--listen", "0.0.0.0");
        assertThat(loud.code()).isZero();
        assertThat(loud.err())
                .contains("WARNING: --listen 0.0.0.0 shows the control room to every machine", "unencrypted", "ssh -L");
    }

    private Path users(String text, String mode) throws IOException {
        Path file = Files.writeString(folder.resolve("users.yaml"), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    @Test
    void usersHaveTokensOfTheirOwn() throws IOException {
        String hash = "a".repeat(64);
        Path file = users("users:\n  - {name: lin, role: look, token_sha256: " + hash + "}\n", "rw-------");
        Cli served = Cli.here("serve", "--ledger", ledger(), "--for", "1ms", "--users", file.toString());
        assertThat(served.code()).as(served.err()).isZero();
        assertThat(served.out()).contains("control room at http://127.0.0.1:").doesNotContain("token");

        String[][] wrong = {
            {"users: []\n", "holds no user"},
            {"users:\n  - {name: lin, role: king, token_sha256: " + hash + "}\n", "unknown role 'king'"},
            {"users:\n  - {name: ../lin, role: look, token_sha256: " + hash + "}\n", "'../lin' is not a name"},
            {"users:\n  - {name: lin, role: look, token_sha256: secret}\n", "is not a SHA-256"},
            {"users:\n  - {name: lin, role: look, token: secret}\n", "unknown key 'token'"},
            {"users:\n  - {name: lin, role: look}\n", "'token_sha256' is missing"},
            {
                "users:\n  - {name: a, role: look, token_sha256: " + hash
                        + "}\n  - {name: b, role: look, token_sha256: " + hash + "}\n",
                "a second user has this token"
            }
        };
        for (String[] each : wrong) {
            Cli.here(
                            "serve",
                            "--ledger",
                            ledger(),
                            "--users",
                            users(each[0], "rw-------").toString())
                    .failsWith(2, each[1]);
        }
        Cli.here(
                        "serve",
                        "--ledger",
                        ledger(),
                        "--users",
                        users("users: []\n", "rw-r-----").toString())
                .failsWith(2, "others may read or write it: rw-r-----", "chmod 600");
        Cli.here(
                        "serve",
                        "--ledger",
                        ledger(),
                        "--users",
                        folder.resolve("none.yaml").toString())
                .failsWith(2, "none.yaml");
    }

    @Test
    void whatAnOperatorSaysIsInTheLogInTheirName() throws IOException {
        WaitingWins story = new WaitingWins(6, Instant.now());
        String first = story.win("job-a", setting("1"), .8, "try a", 0);
        String second = story.win("job-b", setting("2"), .8, "try b", 0);
        String url = folder.resolve("steered").toString();
        story.write(url, Clock.systemUTC());
        LedgerOperator operator = new LedgerOperator(url);
        operator.steer(first, "oli", ReviewSettings.Action.NOTE, "ask ada first");
        operator.steer(first, "oli", ReviewSettings.Action.LAST, "");
        operator.steer(first, "oli", ReviewSettings.Action.NORMAL, "");
        operator.steer(second, "kim", ReviewSettings.Action.CANCEL, "the job is retired");

        String busy = story.running("job-c", setting("3"), 1);
        story.write(url, Clock.systemUTC());
        assertThatThrownBy(() -> operator.steer(busy, "kim", ReviewSettings.Action.CANCEL, "x"))
                .hasMessageContaining("has runs in flight, which this server cannot stop: 1")
                .hasMessageContaining("ledger cancel");

        JsonNode log =
                Cli.here("ledger", "log", "--ledger", url, "--people", "--json").json("ledger-log");
        assertThat(log.path("events"))
                .extracting(event ->
                        event.path("by").asText() + ": " + event.path("said").asText())
                .containsExactly(
                        "oli: ask ada first",
                        "oli: priority -1",
                        "oli: priority 0",
                        "kim: cancelled: the job is retired");
        assertThat(Cli.here("ledger", "log", "--ledger", url, "--people", "--by", "kim")
                        .out())
                .contains("kim: cancelled: the job is retired")
                .doesNotContain("oli");
        Cli.here("ledger", "log", "--ledger", url, "--by", "kim").failsWith(2, "--by", "changes only --people");
    }

    @Test
    void wrongInputIsOneLine() throws IOException {
        Cli.here("serve").failsWith(2, "no ledger is named");
        Cli.here("serve", "--ledger", folder.resolve("none").toString()).failsWith(2, "there is none");
        Cli.here("serve", "--ledger", ledger(), "--port", "70000").failsWith(2, "--port: was 70000");
        Cli.here("serve", "--ledger", ledger(), "--for", "soon").failsWith(2, "'soon' is not a duration");
        Cli.here("serve", "--ledger", ledger(), "--listen", "256.1.1.1.")
                .failsWith(2, "--listen 256.1.1.1.", "is not an address");
        try (ServerSocket taken = new ServerSocket(0)) {
            Cli.here("serve", "--ledger", ledger(), "--port", "" + taken.getLocalPort())
                    .failsWith(
                            2,
                            "address 127.0.0.1:" + taken.getLocalPort() + ": cannot be used to listen on",
                            "choose another address or port");
        }
    }
}
