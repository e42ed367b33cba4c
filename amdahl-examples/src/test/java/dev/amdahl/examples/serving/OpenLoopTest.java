package dev.amdahl.examples.serving;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class OpenLoopTest {
    private final ExecutorService one = Executors.newSingleThreadExecutor();
    private final HttpServer server;

    OpenLoopTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    }

    @AfterEach
    void stop() {
        server.stop(0);
        one.shutdownNow();
    }

    private Requests serving(HttpHandler handler, Duration timeout) {
        server.createContext("/", handler);
        server.setExecutor(one);
        server.start();
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        return new Requests(url, List.of("a", "b"), Map.of(), timeout);
    }

    private static void answer(HttpExchange exchange, int status, String type, String... pieces) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            for (String piece : pieces) {
                out.write(piece.getBytes(StandardCharsets.UTF_8));
                out.flush();
                LockSupport.parkNanos(20_000_000);
            }
        }
    }

    /** A client that waits for each answer would see one slow request and nine fast ones. */
    @Test
    void whatWaitsBehindASlowRequestIsSlowToo() {
        AtomicInteger count = new AtomicInteger();
        Requests requests = serving(
                exchange -> {
                    long end = System.nanoTime() + (count.getAndIncrement() == 0 ? 600_000_000 : 0);
                    while (System.nanoTime() < end) {
                        LockSupport.parkNanos(end - System.nanoTime());
                    }
                    answer(exchange, 200, "text/plain", "ok");
                },
                Duration.ofSeconds(20));

        List<Answered> answers = new OpenLoop(requests, Arrivals.even(100, .1)).run(() -> {});

        assertThat(answers).hasSize(10).allSatisfy(answer -> {
            assertThat(answer.failure()).isNull();
            assertThat(answer.seconds(Objective.Part.LATENCY)).isGreaterThan(.4);
        });
    }

    @Test
    void tokensOfAStreamAreTimedAndFailuresCounted() {
        AtomicInteger count = new AtomicInteger();
        Requests requests = serving(
                exchange -> {
                    if (count.getAndIncrement() % 2 == 0) {
                        answer(
                                exchange,
                                200,
                                "text/event-stream",
                                event("x"),
                                event("y"),
                                event("z"),
                                "data: [DONE]\n\n");
                    } else {
                        answer(exchange, 503, "text/plain", "full");
                    }
                },
                Duration.ofSeconds(20));

        List<Answered> answers = new OpenLoop(requests, Arrivals.even(5, .8)).run(() -> {});

        Answered stream = answers.get(0);
        assertThat(stream.tokens()).hasSize(3);
        assertThat(stream.seconds(Objective.Part.TOKEN)).isGreaterThan(.015);
        assertThat(stream.seconds(Objective.Part.FIRST)).isLessThan(stream.seconds(Objective.Part.LATENCY));
        LoadReport report =
                LoadReport.of(answers, requests, Objective.parse("", "latency<=10s"), .4, .8, 0, Optional.empty());
        assertThat(report.json().get("requests").intValue()).isEqualTo(4);
        assertThat(report.json().get("measured").intValue()).isEqualTo(2);
        assertThat(report.good()).isEqualTo(1);
        assertThat(report.failures()).isEqualTo(Map.of("status 503", 1));
        assertThat(report.digests()).as("both were answered to 'a'").hasSize(1);
        assertThat(report.json().get("tokens_per_second").doubleValue()).isEqualTo(3 / .4);
    }

    private static String event(String text) {
        return "data: {\"choices\":[{\"text\":\"" + text + "\"}]}\n\n";
    }

    @Test
    void anAnswerThatNeverComesIsAFailure() {
        Requests requests = serving(exchange -> LockSupport.parkNanos(1), Duration.ofMillis(300));

        assertThat(new OpenLoop(requests, Arrivals.even(10, .1)).run(() -> {}))
                .singleElement()
                .satisfies(answer -> assertThat(answer.failure()).isEqualTo("no answer in time"));
    }
}
