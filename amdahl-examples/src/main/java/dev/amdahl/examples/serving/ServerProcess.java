package dev.amdahl.examples.serving;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.UnavailableException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A server that was started for a load. It ends with this object, and with this process if that is asked to end: first as a friend
 * would ask ({@code SIGTERM}), then, with all that it started, by force. Thread-safe.
 */
final class ServerProcess implements AutoCloseable {
    private static final List<String> HIDDEN =
            List.of("AMDAHL_METRICS", "AMDAHL_STEPS", "AMDAHL_RUN_DIR", "AMDAHL_SWITCH");

    private final Process process;
    private final Duration patience;
    private final Thread hook = new Thread(this::end, "amdahl-load-stop");
    private final CountDownLatch said = new CountDownLatch(1);
    private final Thread reader;
    private volatile String lastLine = "it printed nothing";

    private ServerProcess(Process process, Duration patience, Optional<Pattern> ready, PrintWriter log) {
        this.process = process;
        this.patience = patience;
        reader = new Thread(() -> follow(ready, log), "amdahl-load-log");
        reader.setDaemon(true);
    }

    /**
     * Starts it; its output goes to {@code log}.
     *
     * @throws InvalidInputException if it cannot be started
     */
    static ServerProcess start(List<String> command, Duration patience, Optional<Pattern> ready, PrintWriter log) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        HIDDEN.forEach(builder.environment()::remove);
        Process process;
        try {
            process = builder.start();
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new InvalidInputException(
                    "load", "the server cannot be started: " + e.getMessage(), "correct the words after --", e);
        }
        ServerProcess server = new ServerProcess(process, patience, ready, log);
        Runtime.getRuntime().addShutdownHook(server.hook);
        server.reader.start();
        return server;
    }

    /**
     * Refuses a place at which something answers already: it, and not the new server, would be measured.
     *
     * @throws InvalidInputException naming the place
     */
    static void requireFree(URI url) {
        int usual = "https".equals(url.getScheme()) ? 443 : 80;
        int port = url.getPort() > 0 ? url.getPort() : usual;
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(url.getHost(), port), 1000);
        } catch (IOException free) {
            return;
        }
        throw new InvalidInputException(
                "--url " + url,
                "something answers at " + url.getHost() + ":" + port + " before the server is started",
                "end it, choose another port, or write {port} for a free one here and after --");
    }

    /**
     * Waits until it is ready.
     *
     * @param place what must answer a GET with a status below 300; empty where a line of its output says so
     * @throws UnavailableException if it ends, or is not ready in time
     */
    void awaitReady(Optional<URI> place, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        while (!(place.isPresent() ? isAnswering(client, place.get()) : said.getCount() == 0)) {
            requireAlive("before it was ready");
            if (System.nanoTime() > end) {
                throw new UnavailableException(
                        "load",
                        "the server was not ready within " + limit.toSeconds() + " s; its last line: " + lastLine,
                        "give it longer with --ready-within, or correct --ready",
                        null);
            }
            LockSupport.parkNanos(20_000_000);
        }
        requireAlive("before it was ready");
    }

    /** Checks that it runs still. */
    void requireAlive(String when) {
        if (!process.isAlive()) {
            awaitOutput();
            throw new UnavailableException(
                    "load",
                    "the server ended with " + process.exitValue() + " " + when + "; its last line: " + lastLine,
                    "correct the words after --, or read its output with --log",
                    null);
        }
    }

    @Override
    public void close() {
        end();
        awaitOutput();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending: the hook runs, or has.
        }
    }

    private void awaitOutput() {
        try {
            reader.join(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end() {
        List<ProcessHandle> tree = process.descendants().toList();
        process.destroy();
        try {
            process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Stream.concat(Stream.concat(tree.stream(), process.descendants()), Stream.of(process.toHandle()))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private void follow(Optional<Pattern> ready, PrintWriter log) {
        try (BufferedReader out = process.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                String printed = line;
                log.println(printed);
                if (!line.isBlank()) {
                    lastLine = line.strip();
                }
                if (ready.filter(pattern -> pattern.matcher(printed).find()).isPresent()) {
                    said.countDown();
                }
            }
        } catch (IOException e) {
            log.println("the output of the server cannot be read any more: " + e.getMessage());
        }
        log.flush();
    }

    private static boolean isAnswering(HttpClient client, URI place) {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(place).timeout(Duration.ofSeconds(5)).build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() < 300;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("load", "interrupted while it waited for the server", "run it again", e);
        }
    }
}
