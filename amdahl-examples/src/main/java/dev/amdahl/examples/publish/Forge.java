package dev.amdahl.examples.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Opens pull requests by the REST calls of GitHub, or merge requests by those of GitLab, and of what speaks like them. Redirects are not
 * followed. Thread-safe.
 */
public final class Forge {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int OK = 200;
    private static final int NOT_OK = 300;

    /** Whose calls. */
    private enum Kind {
        GITHUB,
        GITLAB
    }

    private final Kind kind;
    private final String url;
    private final String token;
    private final Duration limit;
    private final HttpClient client;

    private Forge(Kind kind, String url, String token, Duration limit) {
        this.kind = kind;
        this.url = url;
        this.token = token;
        this.limit = limit;
        client = HttpClient.newBuilder()
                .connectTimeout(limit)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /**
     * Reads {@code github:https://HOST/repos/OWNER/NAME} or {@code gitlab:https://HOST/api/v4/projects/ID}.
     *
     * @throws InvalidInputException if it is neither
     */
    public static Forge of(String text, String token) {
        return of(text, token, LIMIT);
    }

    static Forge of(String text, String token, Duration limit) {
        try {
            Kind kind = text.startsWith("gitlab:") ? Kind.GITLAB : Kind.GITHUB;
            URI uri = URI.create(text.substring("github:".length()));
            boolean isWeb = ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getUserInfo() == null
                    && uri.getRawQuery() == null;
            if (isWeb && (kind == Kind.GITLAB || text.startsWith("github:"))) {
                return new Forge(kind, uri.toString().replaceFirst("/+$", ""), token, limit);
            }
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
            throw wrong(text);
        }
        throw wrong(text);
    }

    private static InvalidInputException wrong(String text) {
        return new InvalidInputException(
                "--forge '" + text.replaceAll("://[^/@\\s]*@", "://") + "'",
                "is not a repository of a forge",
                "write github:https://HOST/repos/OWNER/NAME or gitlab:https://HOST/api/v4/projects/ID");
    }

    /**
     * An open request.
     *
     * @param page its address
     * @param isNew whether this call opened it
     */
    public record Opened(String page, boolean isNew) {}

    /**
     * Opens one from a branch that is there, unless there is one, whatever became of it.
     *
     * @throws AmdahlException if the forge refuses, or does not answer
     */
    public Opened open(String branch, String base, String title, String body) throws InterruptedException {
        Optional<String> before = existing(branch);
        if (before.isPresent()) {
            return new Opened(before.get(), false);
        }
        boolean isGitHub = kind == Kind.GITHUB;
        ObjectNode json = Json.object()
                .put("title", title)
                .put(isGitHub ? "body" : "description", body)
                .put(isGitHub ? "head" : "source_branch", branch)
                .put(isGitHub ? "base" : "target_branch", base);
        HttpResponse<String> answer = call(request(place())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Json.line(json))));
        if (answer.statusCode() >= OK && answer.statusCode() < NOT_OK) {
            return new Opened(page(read(answer)), true);
        }
        return existing(branch).map(page -> new Opened(page, false)).orElseThrow(() -> refused(answer));
    }

    private Optional<String> existing(String branch) throws InterruptedException {
        String head =
                kind == Kind.GITHUB ? "head=" + encoded(owner() + ":" + branch) : "source_branch=" + encoded(branch);
        HttpResponse<String> answer =
                call(request(place() + "?state=all&" + head).GET());
        if (answer.statusCode() != OK) {
            throw refused(answer);
        }
        for (JsonNode each : read(answer)) {
            String from = kind == Kind.GITHUB
                    ? each.at("/head/ref").asText()
                    : each.path("source_branch").asText();
            if (from.equals(branch)) {
                return Optional.of(page(each));
            }
        }
        return Optional.empty();
    }

    private String place() {
        return url + (kind == Kind.GITHUB ? "/pulls" : "/merge_requests");
    }

    private String owner() {
        return URI.create(url).getPath().replaceFirst(".*/repos/([^/]+)/.*", "$1");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private HttpRequest.Builder request(String place) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(place)).header("Accept", "application/json");
        return kind == Kind.GITHUB
                ? request.header("Authorization", "Bearer " + token)
                : request.header("PRIVATE-TOKEN", token);
    }

    private HttpResponse<String> call(HttpRequest.Builder request) throws InterruptedException {
        CompletableFuture<HttpResponse<String>> sent =
                client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
        try {
            return sent.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw failed("did not answer within " + limit.toSeconds() + " s");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw failed("could not be called: "
                    + (cause == null ? e : cause).getClass().getSimpleName());
        } finally {
            sent.cancel(true);
        }
    }

    private AmdahlException refused(HttpResponse<String> answer) {
        String said = "";
        try {
            said = new ObjectMapper().readTree(answer.body()).path("message").asText();
        } catch (JsonProcessingException notJson) {
            said = "";
        }
        String line = said.replaceAll("[\\s\\p{C}]+", " ").strip();
        return failed("answered HTTP " + answer.statusCode()
                + (line.isEmpty() ? "" : ": " + line.substring(0, Math.min(200, line.length()))));
    }

    private AmdahlException failed(String what) {
        return new AmdahlException(
                ErrorCategory.TRANSIENT,
                "the forge at " + URI.create(url).getHost() + " " + what
                        + "; the branch is pushed, no request was opened; run it again, or open it by hand");
    }

    private JsonNode read(HttpResponse<String> answer) {
        try {
            return new ObjectMapper().readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw failed("did not answer in JSON");
        }
    }

    /** What a forge says is data: only an address of the web is one. */
    private String page(JsonNode request) {
        String page = request.path(kind == Kind.GITHUB ? "html_url" : "web_url").asText();
        if (!page.matches("https?://[!-~]{1,500}")) {
            throw failed("did not say where the request is");
        }
        return page;
    }
}
