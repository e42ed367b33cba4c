package dev.amdahl.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A real Prometheus server of one's own on a free port of this machine, with a history that it never scraped; it may be killed and
 * started again. Not thread-safe.
 */
public final class PrivatePrometheus implements AutoCloseable {
    private static final int MOST_SECONDS = 60;

    private final Path program;
    private final Path folder;
    private final int port;
    private Process server;

    private PrivatePrometheus(Path program, Path folder, int port) throws IOException {
        this.program = program;
        this.folder = folder;
        this.port = port;
        server = launch();
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
            Path folder = Files.createTempDirectory("amdahl-prometheus-");
            Files.writeString(folder.resolve("history.txt"), openMetrics);
            Files.writeString(folder.resolve("prometheus.yml"), "scrape_configs: []\n");
            Process filled = new ProcessBuilder(
                            promtool.toString(), "tsdb", "create-blocks-from", "openmetrics", "history.txt", "data")
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("promtool.log").toFile())
                    .start();
            if (!filled.waitFor(MOST_SECONDS, TimeUnit.SECONDS) || filled.exitValue() != 0) {
                filled.destroyForcibly();
                throw new IOException("promtool failed: " + Files.readString(folder.resolve("promtool.log")));
            }
            return new PrivatePrometheus(program, folder, freePort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Where it answers. */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Ends it at once, as a power cut of the program would. */
    public void kill() {
        server.destroyForcibly();
        server.onExit().join();
    }

    /** Starts it again after a kill; returns once it answers. */
    public void restart() {
        try {
            server = launch();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops it and removes its files. */
    @Override
    public void close() {
        kill();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process launch() throws IOException {
        Process started = new ProcessBuilder(List.of(
                        program.toString(),
                        "--config.file=prometheus.yml",
                        "--storage.tsdb.path=data",
                        "--storage.tsdb.retention.time=3650d",
                        "--web.listen-address=127.0.0.1:" + port))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("prometheus.log").toFile()))
                .start();
        HttpClient client = HttpClient.newHttpClient();
        for (int attempt = 0; attempt < MOST_SECONDS * 20 && started.isAlive(); attempt++) {
            if (isReady(client)) {
                return started;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        started.destroyForcibly();
        throw new IOException("Prometheus does not start: " + Files.readString(folder.resolve("prometheus.log")));
    }

    private boolean isReady(HttpClient client) {
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
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
