package dev.amdahl.examples.embed;

import com.sun.net.httpserver.HttpServer;
import dev.amdahl.core.report.ReviewHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Executors;

/** The review page below {@code /amdahl/} of a server that the host has anyway. */
public final class ReviewHost {
    private ReviewHost() {}

    /** Mounts the page and starts the server; the printed address, with its token, is for reviewers alone. */
    public static HttpServer serve(Path ledger, Path keys) throws IOException {
        ReviewHandler page = ReviewHandler.over(ledger.toString(), keys, Set.of());
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.createContext("/amdahl/", page);
        server.start();
        System.out.println(
                "review page at http://127.0.0.1:" + server.getAddress().getPort() + "/amdahl/?token=" + page.token());
        return server;
    }
}
