package dev.amdahl.core.internal.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is sent back.
 *
 * @param status of HTTP
 * @param headers beside those that every answer has
 * @param body text
 */
record Reply(int status, Map<String, String> headers, String body) {
    private static final String HTML = "text/html; charset=utf-8";

    Reply {
        headers = Map.copyOf(headers);
    }

    static Reply page(int status, String page) {
        return new Reply(status, Map.of("Content-Type", HTML), page);
    }

    /** Creates a file for the disk: never shown, never run. */
    static Reply file(String name, String text) {
        return new Reply(
                200,
                Map.of(
                        "Content-Type",
                        "text/plain; charset=utf-8",
                        "Content-Disposition",
                        "attachment; filename=\"" + name + "\""),
                text);
    }

    /** Creates what Prometheus reads. */
    static Reply metrics(String text) {
        return new Reply(200, Map.of("Content-Type", "text/plain; version=0.0.4; charset=utf-8"), text);
    }

    static Reply redirect(String place) {
        return new Reply(303, Map.of("Content-Type", HTML, "Location", place), "");
    }

    Reply with(String name, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(name, value);
        return new Reply(status, more, body);
    }

    void send(HttpExchange exchange) throws IOException {
        Headers out = exchange.getResponseHeaders();
        out.set("Content-Security-Policy", Frame.POLICY);
        out.set("X-Content-Type-Options", "nosniff");
        out.set("X-Frame-Options", "DENY");
        out.set("Cache-Control", "no-store");
        out.set("Referrer-Policy", "same-origin");
        out.set("Cross-Origin-Opener-Policy", "same-origin");
        out.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.forEach(out::set);
        byte[] bytes = body.getBytes(UTF_8);
        boolean isEmpty = bytes.length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, isEmpty ? -1 : bytes.length);
        if (!isEmpty) {
            try (OutputStream to = exchange.getResponseBody()) {
                to.write(bytes);
            }
        }
    }
}
