package dev.amdahl.examples.serving;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Reads a server's page of metrics four times a second while it is under load. Thread-safe. */
final class EngineWatch implements AutoCloseable {
    private static final long EVERY = 250_000_000;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final HttpRequest request;
    private final List<MetricsPage> pages = new ArrayList<>();
    private final Thread thread = new Thread(this::watch, "amdahl-load-metrics");
    private volatile boolean isOver;

    EngineWatch(URI place) {
        request = HttpRequest.newBuilder(place).timeout(Duration.ofSeconds(5)).build();
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void watch() {
        while (!isOver) {
            read().ifPresent(this::add);
            LockSupport.parkNanos(EVERY);
        }
    }

    private synchronized void add(MetricsPage page) {
        pages.add(page);
    }

    private Optional<MetricsPage> read() {
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() < 300 ? Optional.of(MetricsPage.of(answer.body())) : Optional.empty();
        } catch (IOException missed) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            isOver = true;
            return Optional.empty();
        }
    }

    /** Stops to watch, reads the page once more, and says what it showed; empty where no page was one of a known server. */
    synchronized Optional<EngineFigures> figures() {
        isOver = true;
        read().ifPresent(pages::add);
        return EngineFigures.of(pages);
    }

    @Override
    public void close() {
        isOver = true;
        thread.interrupt();
    }
}
