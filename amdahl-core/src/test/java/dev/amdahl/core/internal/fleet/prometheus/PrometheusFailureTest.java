package dev.amdahl.core.internal.fleet.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server may do wrong, each as one line. */
final class PrometheusFailureTest {
    private static final Instant FROM = Instant.parse("2026-11-10T00:00:00Z");
    private static final String EMPTY = "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}";

    private final List<String> tokens = new CopyOnWriteArrayList<>();
    private final CountDownLatch done = new CountDownLatch(1);
    private HttpServer server;

    @TempDir
    private Path folder;

    private interface Reply {
        void to(HttpExchange exchange) throws IOException;
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        done.countDown();
        server.stop(0);
    }

    /** Tells its time, and answers to all else by that reply. */
    private void answers(Reply reply) {
        server.createContext("/api/v1/query", exchange -> {
            tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            if (exchange.getRequestURI().getPath().endsWith("/query")) {
                send(exchange, 200, "application/json", now());
            } else {
                reply.to(exchange);
            }
        });
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String now() {
        return "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":["
                + (FROM.getEpochSecond() + 7200) + ",\"1\"]}}";
    }

    private void answers(int status, String type, String body) {
        answers(exchange -> send(exchange, status, type, body));
    }

    private AmdahlException failure(Map<String, String> settings) {
        AmdahlException failure = catchThrowableOfType(
                AmdahlException.class,
                () -> PrometheusSource.with(url(), settings).jobs(FROM, FROM.plusSeconds(3600)));
        assertThat(failure.getMessage()).contains("Prometheus at " + url()).doesNotContain("\n");
        return failure;
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @ParameterizedTest
    @CsvSource({
        "401, USER, token is missing",
        "403, USER, token is missing",
        "404, USER, no Prometheus API there",
        "422, USER, said: why",
        "400, USER, said: why",
        "429, TRANSIENT, status 429",
        "500, TRANSIENT, status 500",
        "503, TRANSIENT, status 503: said: why",
    })
    void aStatusSaysWhoCanMendIt(int status, ErrorCategory category, String words) {
        answers(status, "application/json", "{\"status\":\"error\",\"errorType\":\"x\",\"error\":\"said: why\"}");

        assertThat(failure(Map.of())).hasMessageContaining(words);
        assertThat(failure(Map.of()).category()).isEqualTo(category);
    }

    @Test
    void anotherServerIsNotPrometheus() {
        answers(200, "text/html; charset=utf-8", "<html>log in</html>");
        assertThat(failure(Map.of())).hasMessageContaining("answers text/html").hasMessageContaining("not Prometheus");
    }

    @Test
    void aRedirectIsNamed() {
        answers(exchange -> {
            exchange.getResponseHeaders().set("Location", "https://sso.example/login");
            send(exchange, 302, "text/html", "");
        });
        assertThat(failure(Map.of())).hasMessageContaining("redirects to https://sso.example/login");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":{},\"values\":[[1,\"1\"]",
                "{\"status\":\"success\"",
                "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]}}",
                "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":{},\"values\":[[1,1]]}]}}",
                "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":{},\"values\":[[1,\"x\"]]}]}}",
                "[]",
                "{}"
            })
    void halfAnAnswerIsNoAnswer(String body) {
        answers(200, "application/json", body);
        assertThat(failure(Map.of()).category()).isEqualTo(ErrorCategory.TRANSIENT);
    }

    @Test
    void aConnectionThatBreaksIsTransient() {
        answers(exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 1_000_000);
            exchange.getResponseBody().write(EMPTY.getBytes(UTF_8));
            exchange.close();
        });
        assertThat(failure(Map.of("timeout", "5s")).category()).isEqualTo(ErrorCategory.TRANSIENT);
    }

    @Test
    void aServerThatNeverEndsIsGivenUp() {
        answers(exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("{\"status\":".getBytes(UTF_8));
            exchange.getResponseBody().flush();
            await();
            exchange.close();
        });
        AmdahlException failure = failure(Map.of("timeout", "1s"));
        assertThat(failure.category()).isEqualTo(ErrorCategory.TRANSIENT);
        assertThat(failure).hasMessageContaining("within 1 s");
    }

    private void await() {
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void anAnswerThatStaysTooLargeIsRefused() {
        String label = "x".repeat(5000);
        answers(
                200,
                "application/json",
                EMPTY.replace("[]", "[{\"metric\":{\"gpu\":\"" + label + "\"},\"values\":[]}]"));
        assertThat(failure(Map.of("most-bytes", "2000")))
                .hasMessageContaining("larger than 2000 bytes")
                .hasMessageContaining("selector");
    }

    @Test
    void tooManySamplesAreAskedForInParts() {
        answers(exchange -> {
            String form = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            long start = number(form, "start");
            long end = number(form, "end");
            if (end - start > 1500) {
                send(
                        exchange,
                        422,
                        "application/json",
                        "{\"error\":\"query processing would load too many samples into memory\"}");
            } else {
                send(exchange, 200, "application/json", EMPTY);
            }
        });
        assertThat(PrometheusSource.with(url(), Map.of()).jobs(FROM, FROM.plusSeconds(3600)))
                .isEmpty();
    }

    private static long number(String form, String name) {
        return Long.parseLong(form.replaceFirst(".*(^|&)" + name + "=([0-9]+).*", "$2"));
    }

    @Test
    void aTokenIsSentAndNeverShown() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "s3cret-value\n");
        answers(403, "application/json", "{}");

        assertThat(failure(Map.of("token-file", token.toString())))
                .hasMessageContaining("the token is refused")
                .hasMessageNotContaining("s3cret");
        assertThat(tokens).isNotEmpty().containsOnly("Bearer s3cret-value");
    }

    @ParameterizedTest
    @CsvSource({
        "url, ftp://host, not an http URL",
        "url, http://ann:pw@host, holds a user or password",
        "step, 0s, the setting 'step'",
        "step, soon, write 15s",
        "activity, 'A B', the setting 'activity'",
        "job-labels, 'a b', not a name of a label",
        "most_bytes, many, most-bytes",
        "ulr, x, 'ulr' is not known",
        "token-file, /nowhere/token, cannot be read",
        "token-env, AMDAHL_NO_SUCH_VARIABLE, is empty",
    })
    void aWrongSettingIsNamed(String name, String value, String words) {
        Map<String, String> settings = name.equals("url") ? Map.of() : Map.of(name, value);
        assertThatThrownBy(() -> PrometheusSource.with(name.equals("url") ? value : url(), settings)
                        .jobs(FROM, FROM.plusSeconds(60)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(words)
                .hasMessageNotContaining("pw@");
    }
}
