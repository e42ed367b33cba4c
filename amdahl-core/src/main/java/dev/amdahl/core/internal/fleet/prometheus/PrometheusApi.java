package dev.amdahl.core.internal.fleet.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.amdahl.core.internal.io.CappedBody;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.UnavailableException;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prometheus' HTTP interface, version 1; every failure is one line that names the server. Thread-safe. */
final class PrometheusApi {
    private static final Logger LOG = LoggerFactory.getLogger(PrometheusApi.class);
    private static final JsonFactory JSON = new JsonFactory();
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final int SHOWN = 300;
    private static final int BUFFER = 1 << 16;

    private final PrometheusSettings settings;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    PrometheusApi(PrometheusSettings settings) {
        this.settings = settings;
    }

    /** Returns the server's own time. */
    Instant now() {
        double[] seconds = new double[1];
        call("query", Map.of("query", "1"), "scalar", json -> {
            if (json.nextToken() != JsonToken.START_ARRAY || json.nextToken() == null) {
                throw new IOException("no scalar");
            }
            seconds[0] = json.getDoubleValue();
            json.nextToken();
            json.nextToken();
        });
        return Instant.ofEpochMilli(Math.round(seconds[0] * 1000));
    }

    /** The values at {@code from}, {@code from + step}, ... up to {@code to}, all included. */
    void range(String query, long from, long to, long step, Matrix.Sink sink) {
        call(
                "query_range",
                Map.of(
                        "query", query,
                        "start", Long.toString(from),
                        "end", Long.toString(to),
                        "step", Long.toString(step),
                        "timeout", settings.timeout().toSeconds() + "s"),
                "matrix",
                json -> Matrix.read(json, sink));
    }

    /** The samples themselves of a range selector that ends at an instant. */
    void samples(String query, Instant at, Matrix.Sink sink) {
        call(
                "query",
                Map.of(
                        "query",
                        query,
                        "time",
                        String.valueOf(at.toEpochMilli() / 1000.0),
                        "timeout",
                        settings.timeout().toSeconds() + "s"),
                "matrix",
                json -> Matrix.read(json, sink));
    }

    private interface ResultReader {
        void read(JsonParser json) throws IOException;
    }

    private void call(String path, Map<String, String> form, String type, ResultReader reader) {
        HttpResponse<byte[]> response = send(path, form);
        if (response.statusCode() != 200) {
            throw refused(response);
        }
        try (JsonParser json = JSON.createParser(unpacked(response))) {
            read(json, type, reader);
        } catch (IOException | NumberFormatException e) {
            throw unreadable(response, e);
        }
    }

    /** Returns the answer as it is read; more than is allowed for one is too large, packed or not. */
    private InputStream unpacked(HttpResponse<byte[]> response) throws IOException {
        InputStream packed = new ByteArrayInputStream(response.body());
        if (!response.headers().firstValue("Content-Encoding").orElse("").equals("gzip")) {
            return packed;
        }
        return new FilterInputStream(new GZIPInputStream(packed, BUFFER)) {
            private long given;

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                int count = super.read(into, offset, length);
                given += Math.max(0, count);
                if (given > settings.mostBytes()) {
                    throw tooLarge();
                }
                return count;
            }
        };
    }

    private AnswerTooLargeException tooLarge() {
        return new AnswerTooLargeException(server(), "an answer larger than " + settings.mostBytes() + " bytes");
    }

    private void read(JsonParser json, String type, ResultReader reader) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new IOException("no JSON object");
        }
        boolean any = false;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (name.equals("data") && value == JsonToken.START_OBJECT) {
                any = data(json, type, reader);
            } else if (name.equals("warnings") && value == JsonToken.START_ARRAY) {
                json.nextToken();
                LOG.warn("{}: the server warns: {}", server(), shown(String.valueOf(json.getText())));
                while (json.currentToken() != JsonToken.END_ARRAY && json.currentToken() != null) {
                    json.nextToken();
                }
            } else {
                json.skipChildren();
            }
        }
        if (!any || json.currentToken() != JsonToken.END_OBJECT) {
            throw new IOException("the answer ends early or holds no result");
        }
    }

    private static boolean data(JsonParser json, String type, ResultReader reader) throws IOException {
        boolean any = false;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            if (name.equals("result")) {
                reader.read(json);
                any = true;
            } else {
                json.nextToken();
                if (name.equals("resultType") && !type.equals(json.getText())) {
                    throw new IOException("a result of type " + json.getText() + " where " + type + " belongs");
                }
                json.skipChildren();
            }
        }
        return any;
    }

    private HttpResponse<byte[]> send(String path, Map<String, String> form) {
        String body = new TreeMap<>(form)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), UTF_8))
                        .collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(settings.url() + "/api/v1/" + path))
                .timeout(settings.timeout())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept-Encoding", "gzip")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        settings.token().get().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request.build(), head -> new CappedBody(settings.mostBytes()));
        try {
            return answer.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw unavailable("no complete answer within " + settings.timeout().toSeconds() + " s", e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw unavailable("interrupted", e);
        } catch (ExecutionException e) {
            throw failed(e.getCause() == null ? e : e.getCause());
        }
    }

    private AmdahlException failed(Throwable cause) {
        for (Throwable at = cause; at != null; at = at.getCause()) {
            if (at instanceof CappedBody.TooLarge) {
                return tooLarge();
            }
        }
        return switch (cause.getClass().getSimpleName()) {
            case "HttpTimeoutException", "HttpConnectTimeoutException" ->
                unavailable("no answer within " + settings.timeout().toSeconds() + " s", cause);
            case "ConnectException" -> unavailable("cannot be reached", cause);
            default -> unavailable("the connection broke: " + shown(String.valueOf(cause.getMessage())), cause);
        };
    }

    private AmdahlException refused(HttpResponse<byte[]> response) {
        int status = response.statusCode();
        String said = said(response);
        if (status == 401 || status == 403) {
            return new InvalidInputException(
                    server(),
                    "status " + status + ", the token is "
                            + (settings.token().get().isEmpty() ? "missing" : "refused"),
                    "name a valid bearer token by token-env or token-file");
        }
        if (status / 100 == 3) {
            return new InvalidInputException(
                    server(),
                    "redirects to "
                            + shown(response.headers().firstValue("Location").orElse("another place")),
                    "name that server itself by 'url'");
        }
        if (status == 404 || status == 405) {
            return new InvalidInputException(
                    server(), "status " + status + ", no Prometheus API there", "check the path before /api/v1");
        }
        if (said.contains("too many samples") || said.contains("maximum resolution") || status == 413) {
            return new AnswerTooLargeException(server(), said.isEmpty() ? "status " + status : said);
        }
        if (status == 429 || status / 100 == 5) {
            return unavailable("status " + status + (said.isEmpty() ? "" : ": " + said), null);
        }
        return new InvalidInputException(
                server(), "status " + status + (said.isEmpty() ? "" : ": " + said), "check selector and metrics");
    }

    /** Returns the {@code error} of an answer. */
    private String said(HttpResponse<byte[]> response) {
        try (JsonParser json = JSON.createParser(unpacked(response))) {
            while (json.nextToken() != null) {
                if (json.currentToken() == JsonToken.FIELD_NAME && "error".equals(json.currentName())) {
                    return shown(String.valueOf(json.nextTextValue()));
                }
            }
        } catch (IOException e) {
            LOG.debug("the answer is not JSON", e);
        }
        return "";
    }

    private AmdahlException unreadable(HttpResponse<byte[]> response, Exception cause) {
        String type = response.headers().firstValue("Content-Type").orElse("no type");
        if (!type.contains("json")) {
            return new InvalidInputException(
                    server(), "answers " + shown(type) + ", which is not Prometheus", "check 'url'", cause);
        }
        return unavailable(
                "an incomplete answer, or one in another format: " + shown(String.valueOf(cause.getMessage())), cause);
    }

    private UnavailableException unavailable(String problem, @org.jspecify.annotations.Nullable Throwable cause) {
        return new UnavailableException(server(), problem, "ask again later, or check that it runs", cause);
    }

    String server() {
        return "Prometheus at " + settings.url();
    }

    /** Returns one line of bounded length without control characters. */
    private static String shown(String text) {
        String line = text.replaceAll("\\p{Cntrl}+", " ").strip();
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
    }
}
