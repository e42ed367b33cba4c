package dev.amdahl.core.internal.report.review;

import com.sun.net.httpserver.HttpServer;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The review page on a server of its own, with a bounded number of threads. How long a slow caller may hold one is the JVM's setting, in
 * seconds: {@code sun.net.httpserver.maxReqTime} and {@code maxRspTime}, which must stand before the first server starts. Thread-safe.
 */
public final class ReviewServer implements AutoCloseable {
    private static final int THREADS = 64;
    private static final int IDLE_SECONDS = 30;

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final String token;

    private ReviewServer(HttpServer server, ThreadPoolExecutor threads, String token) {
        this.server = server;
        this.threads = threads;
        this.token = token;
    }

    /** Listens on a free port of the loopback: programs of this machine alone reach it. */
    public static ReviewServer start(ReviewSettings settings) {
        return start(settings, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /**
     * Listens on that address. On any but the loopback's, whoever reaches the address and knows the token answers in the names of the
     * keys here, and the token travels in clear: put TLS before it.
     *
     * @throws InvalidInputException if it cannot be used to listen on, or the ledger lies in memory
     */
    public static ReviewServer start(ReviewSettings settings, InetSocketAddress address) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "amdahl-review");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        try {
            HttpServer server = HttpServer.create(address, 0);
            server.setExecutor(threads);
            server.createContext("/", ReviewPage.handler(settings));
            server.start();
            return new ReviewServer(server, threads, settings.token());
        } catch (IOException e) {
            throw new InvalidInputException(
                    "address " + address.getAddress().getHostAddress() + ":" + address.getPort(),
                    "cannot be used to listen on: " + e.getMessage(),
                    "choose another address or port",
                    e);
        }
    }

    /** Returns where it listens. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** Returns the address that a browser opens first: with the token, a secret, where users have none of their own. */
    public String url() {
        InetAddress listening = address().getAddress();
        InetAddress called = listening.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : listening;
        String host = called.getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + address().getPort() + "/" + (token.isEmpty() ? "" : "?token=" + token);
    }

    /** Stops at once; an answer is on the disk whole, or not at all. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
