package dev.amdahl.examples.serving;

import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One server, started, loaded, measured and stopped.
 *
 * @param command the words that start it
 * @param requests what is asked; its server must not run yet
 * @param arrivals when
 * @param objective what makes an answer a good one
 * @param warmUp seconds of the load that are not measured
 * @param duration seconds of the load
 * @param ready what must answer before the load begins; empty where {@code readyLine} says it
 * @param readyLine what a line of the server's output must hold
 * @param readyWithin how long that may take
 * @param stopWithin how long the server may take to end by itself
 * @param metrics its page of metrics, where it has one
 */
public record ServedLoad(
        List<String> command,
        Requests requests,
        Arrivals arrivals,
        Objective objective,
        double warmUp,
        double duration,
        Optional<URI> ready,
        Optional<Pattern> readyLine,
        Duration readyWithin,
        Duration stopWithin,
        Optional<URI> metrics) {
    /** Stands for a free port, in the words of the server and in places. */
    public static final String PORT = "{port}";

    public ServedLoad {
        command = List.copyOf(command);
        if (!(warmUp >= 0 && warmUp < duration)) {
            throw new InvalidInputException(
                    "--warm-up " + warmUp, "leaves nothing of " + duration + " s to measure", "make it shorter");
        }
    }

    /** Returns a port of this machine that was free a moment ago. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /**
     * Runs it; the server's output goes to {@code log}.
     *
     * @throws InvalidInputException if the server cannot be started, or its place is taken
     * @throws dev.amdahl.spi.UnavailableException if it does not get ready, or ends under the load
     */
    public LoadReport run(PrintWriter log) {
        ServerProcess.requireFree(requests.url());
        long start = System.nanoTime();
        try (ServerProcess server = ServerProcess.start(command, stopWithin, readyLine, log)) {
            server.awaitReady(ready, readyWithin);
            double readySeconds = (System.nanoTime() - start) / 1e9;
            if (metrics.isEmpty()) {
                List<Answered> all = answers(server);
                return LoadReport.of(all, requests, objective, warmUp, duration, readySeconds, Optional.empty());
            }
            try (EngineWatch watch = new EngineWatch(metrics.get())) {
                watch.start();
                List<Answered> all = answers(server);
                return LoadReport.of(all, requests, objective, warmUp, duration, readySeconds, watch.figures());
            }
        }
    }

    private List<Answered> answers(ServerProcess server) {
        return new OpenLoop(requests, arrivals).run(() -> server.requireAlive("under the load"));
    }
}
