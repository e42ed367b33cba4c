package dev.amdahl.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A real Prometheus server of one's own on a free port of this machine, with a history that it never scraped, or with what it scrapes; it may
 * be killed and started again. Not thread-safe.
 */
public final class PrivatePrometheus extends PrivateServer {
    private final Path program;
    private final HttpClient client = HttpClient.newHttpClient();

    private PrivatePrometheus(Path program, Path folder) throws IOException {
        super(folder);
        this.program = program;
    }

    /**
     * Starts one; returns once it answers.
     *
     * @param program {@code prometheus}
     * @param promtool {@code promtool}
     * @param openMetrics the history, as OpenMetrics text with times, which ends with {@code # EOF}
     */
    public static PrivatePrometheus start(Path program, Path promtool, String openMetrics) {
        try {
            Path folder = folder("scrape_configs: []\n");
            Files.writeString(folder.resolve("history.txt"), openMetrics);
            prepare(
                    new ProcessBuilder(
                            promtool.toString(), "tsdb", "create-blocks-from", "openmetrics", "history.txt", "data"),
                    folder);
            PrivatePrometheus server = new PrivatePrometheus(program, folder);
            server.restart();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * Starts one that scrapes; returns once it answers.
     *
     * @param program {@code prometheus}
     * @param configuration its {@code prometheus.yml}
     */
    public static PrivatePrometheus scraping(Path program, String configuration) {
        try {
            PrivatePrometheus server = new PrivatePrometheus(program, folder(configuration));
            server.restart();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder(String configuration) throws IOException {
        Path folder = Files.createTempDirectory("amdahl-prometheus-");
        Files.writeString(folder.resolve("prometheus.yml"), configuration);
        return folder;
    }

    /** Returns where it answers. */
    public String url() {
        return "http://127.0.0.1:" + port();
    }

    @Override
    ProcessBuilder command(Path folder, int port) {
        return new ProcessBuilder(
                program.toString(),
                "--config.file=prometheus.yml",
                "--storage.tsdb.path=data",
                "--storage.tsdb.retention.time=3650d",
                "--web.listen-address=127.0.0.1:" + port);
    }

    @Override
    boolean answers() throws InterruptedException {
        try {
            return client.send(
                                    HttpRequest.newBuilder(URI.create(url() + "/-/ready"))
                                            .timeout(Duration.ofSeconds(2))
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }
}
