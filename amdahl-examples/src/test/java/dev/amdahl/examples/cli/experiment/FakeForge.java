package dev.amdahl.examples.cli.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Comments of pull request 7 of some/where, as GitHub's interface gives and takes them. */
final class FakeForge {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String COMMENTS = "/repos/some/where/issues/7/comments";
    private static final String COMMENT = "/repos/some/where/issues/comments/";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<ObjectNode> comments = new CopyOnWriteArrayList<>();

    /** The methods of the calls, in order. */
    final List<String> calls = new CopyOnWriteArrayList<>();

    volatile int status = 200;
    volatile boolean hangs;
    volatile boolean nonsense;
    volatile String redirect = "";
    volatile byte[] file = new byte[0];

    FakeForge() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<String> bodies() {
        List<String> bodies = new ArrayList<>();
        comments.forEach(comment -> bodies.add(comment.get("body").asText()));
        return bodies;
    }

    void add(String author, String body) {
        ObjectNode comment =
                JSON.createObjectNode().put("id", comments.size() + 1).put("body", body);
        comment.putObject("user").put("login", author);
        comments.add(comment);
    }

    void stop() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        URI uri = exchange.getRequestURI();
        byte[] sent = exchange.getRequestBody().readAllBytes();
        calls.add(exchange.getRequestMethod());
        if (uri.getPath().endsWith(".tar.gz")) {
            send(exchange, 200, file);
        } else if (hangs) {
            hang();
        } else if (!redirect.isEmpty()) {
            exchange.getResponseHeaders().add("Location", redirect + uri);
            send(exchange, 302, new byte[0]);
        } else if (nonsense) {
            send(exchange, 200, "[{\"body\":3}".getBytes(StandardCharsets.UTF_8));
        } else if (status != 200) {
            send(exchange, status, "{\"message\":\"Bad credentials\"}".getBytes(StandardCharsets.UTF_8));
        } else if (!"Bearer a-token".equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            send(exchange, 401, new byte[0]);
        } else {
            send(exchange, 200, JSON.writeValueAsBytes(comments(exchange.getRequestMethod(), uri, sent)));
        }
    }

    private JsonNode comments(String method, URI uri, byte[] sent) throws IOException {
        String key = method + " " + uri.getPath();
        if (key.equals("POST " + COMMENTS)) {
            add("github-actions[bot]", JSON.readTree(sent).get("body").asText());
            return comments.get(comments.size() - 1);
        }
        if (key.startsWith("PATCH " + COMMENT)) {
            int id = Integer.parseInt(uri.getPath().substring(COMMENT.length()));
            return comments.get(id - 1)
                    .put("body", JSON.readTree(sent).get("body").asText());
        }
        if (!key.equals("GET " + COMMENTS)) {
            throw new IOException("not asked by anybody: " + key);
        }
        String query = uri.getQuery();
        int first = 100 * (Integer.parseInt(query.substring(query.lastIndexOf('=') + 1)) - 1);
        ArrayNode page = JSON.createArrayNode();
        comments.stream().skip(first).limit(100).forEach(page::add);
        return page;
    }

    private void hang() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
