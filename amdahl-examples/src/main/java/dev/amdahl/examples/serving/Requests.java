package dev.amdahl.examples.serving;

import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is asked. Immutable.
 *
 * @param url where
 * @param bodies what is posted, one after the other and again from the first; with none, the requests are GETs
 * @param headers of every request
 * @param timeout after which a request has failed, from when it is sent
 */
public record Requests(URI url, List<String> bodies, Map<String, String> headers, Duration timeout) {
    public Requests {
        bodies = List.copyOf(bodies);
        headers = Map.copyOf(headers);
    }

    /** Returns all of them, made before the load begins: there are as many as bodies. */
    List<HttpRequest> made() {
        if (bodies.isEmpty()) {
            return List.of(builder().GET().build());
        }
        List<HttpRequest> made = new ArrayList<>();
        for (String body : bodies) {
            HttpRequest.Builder builder = builder();
            if (headers.keySet().stream().noneMatch("content-type"::equalsIgnoreCase)) {
                builder.header("Content-Type", body.startsWith("{") ? "application/json" : "text/plain");
            }
            made.add(builder.POST(HttpRequest.BodyPublishers.ofString(body)).build());
        }
        return made;
    }

    /** Returns the digest of what request {@code index} posts. */
    String digest(int index) {
        return bodies.isEmpty()
                ? "GET"
                : AnswerText.digest(bodies.get(index % bodies.size()).getBytes(StandardCharsets.UTF_8));
    }

    private HttpRequest.Builder builder() {
        HttpRequest.Builder builder = HttpRequest.newBuilder(url).timeout(timeout);
        headers.forEach(builder::header);
        return builder;
    }
}
