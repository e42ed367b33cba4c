package dev.amdahl.core.report;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.amdahl.core.internal.report.review.ReviewPage;
import dev.amdahl.core.internal.report.review.ReviewSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * The review page of a ledger, as a handler for a context of the host's own {@link com.sun.net.httpserver.HttpServer}. The server needs
 * an executor of several threads. Its first address is the context's path with {@code ?token=} and {@link #token}. Thread-safe.
 */
public final class ReviewHandler implements HttpHandler {
    private final String token;
    private final HttpHandler page;

    private ReviewHandler(ReviewSettings settings) {
        token = settings.token();
        page = ReviewPage.handler(settings);
    }

    /**
     * Creates a handler with a fresh token.
     *
     * @param ledgerUrl as {@link dev.amdahl.core.ledger.Ledger#open} takes it, but not in memory
     * @param keys the folder of private keys; whoever has the token answers in the names of these keys
     * @param hosts names under which the page may be called, such as that of a proxy, in addition to those of the loopback address
     * @throws dev.amdahl.spi.InvalidInputException if the ledger is in memory
     */
    public static ReviewHandler over(String ledgerUrl, Path keys, Set<String> hosts) {
        ReviewSettings.Builder settings = ReviewSettings.over(ledgerUrl).keys(keys);
        hosts.forEach(settings::host);
        return new ReviewHandler(settings.build());
    }

    /** Returns the secret that a caller must know. */
    public String token() {
        return token;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        page.handle(exchange);
    }
}
