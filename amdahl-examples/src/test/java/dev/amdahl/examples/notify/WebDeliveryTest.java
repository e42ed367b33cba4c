package dev.amdahl.examples.notify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.examples.jobs.NoticeKind;
import dev.amdahl.examples.jobs.NotifyChannel;
import dev.amdahl.examples.jobs.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WebDeliveryTest {
    private static final Notice HOSTILE = new Notice(
            "win 1",
            Optional.of(NoticeKind.WIN),
            Instant.parse("2026-03-01T12:00:00Z"),
            "<!channel>",
            "won 1&x",
            "<!channel> <https://evil|here> *b* _i_ ~s~ `c` & @here :boom: [a](https://b)\u202e\nnext",
            "\"}\u0000");

    @TempDir
    private Path folder;

    private final List<String> bodies = new ArrayList<>();
    private final List<String> tokens = new ArrayList<>();
    private HttpServer server = server();
    private int status = 200;

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void serve() {
        server.createContext("/", this::take);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            exchange.sendResponseHeaders(status, -1);
        }
    }

    private Secret url() {
        return new Secret(
                Secret.Origin.TEXT, "http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
    }

    private static WebDelivery delivery(NotifyChannel.Target target) {
        return delivery(target, Duration.ofSeconds(30));
    }

    private static WebDelivery delivery(NotifyChannel.Target target, Duration timeout) {
        return new WebDelivery(
                new NotifyChannel(
                        "x", target, EnumSet.allOf(NoticeKind.class), Optional.of("https://review.example.org/")),
                timeout);
    }

    @Test
    void aWebhookIsSentJsonOfTheSchemaAndItsToken() throws Exception {
        Secret token = new Secret(
                Secret.Origin.FILE,
                Files.writeString(folder.resolve("t"), "abc\n").toString());
        delivery(new NotifyChannel.Webhook(url(), Optional.of(token))).send(HOSTILE);

        JsonNode json = new Cli(0, bodies.get(0), "").json("notice");
        assertThat(json.get("event").asText()).isEqualTo("win");
        assertThat(json.get("text").asText()).contains("<!channel>").doesNotContain("\n", "\u202e");
        assertThat(json.get("page").asText()).isEqualTo("https://review.example.org/item?id=won+1%26x");
        assertThat(tokens).containsExactly("Bearer abc");
    }

    @Test
    void slackTakesNothingOfAJobForMarkup() throws Exception {
        delivery(new NotifyChannel.Slack(url())).send(HOSTILE);

        JsonNode json = new ObjectMapper().readTree(bodies.get(0));
        assertThat(json.at("/blocks/0/text/type").asText()).isEqualTo("plain_text");
        assertThat(json.at("/blocks/2/text/text").asText())
                .isEqualTo("<https://review.example.org/item?id=won+1%26x|Open the page>");
        String text = json.get("text").asText();
        assertThat(text.replace("\u200b", ""))
                .startsWith("&lt;!channel&gt; &lt;https://evil|here&gt; *b* _i_ ~s~ `c` &amp; @here :boom:");
        assertThat(text).doesNotContain("<", ">", "@here", "*b*", "_i_", "`c`", ":boom:", "](", "https://evil");
    }

    @Test
    void anAnswerThatIsNoYesIsAFailureAndRedirectsAreNotFollowed() {
        for (int no : List.of(302, 404, 500)) {
            status = no;
            assertThatThrownBy(() -> delivery(new NotifyChannel.Slack(url())).send(HOSTILE))
                    .isInstanceOf(UndeliveredException.class)
                    .hasMessage("the server answered HTTP " + no);
        }
        assertThat(bodies).hasSize(3);
    }

    @Test
    void aServerThatHangsIsLeftAfterAWhile() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Secret url = new Secret(Secret.Origin.TEXT, "http://127.0.0.1:" + silent.getLocalPort() + "/secret");
            assertThatThrownBy(() -> delivery(new NotifyChannel.Slack(url), Duration.ofSeconds(2))
                            .send(HOSTILE))
                    .isInstanceOf(UndeliveredException.class)
                    .hasMessage("the server did not answer within 2 s");
        }
    }

    @Test
    void noMessageTellsTheAddress() {
        Secret wrong = new Secret(Secret.Origin.TEXT, "no address " + URI.create("secret"));
        assertThatThrownBy(() -> delivery(new NotifyChannel.Slack(wrong)).send(HOSTILE))
                .hasMessageNotContaining("secret");
        server.stop(0);
        assertThatThrownBy(() -> delivery(new NotifyChannel.Slack(url())).send(HOSTILE))
                .isInstanceOf(UndeliveredException.class)
                .hasMessage("the server could not be reached");
        server = server();
    }
}
