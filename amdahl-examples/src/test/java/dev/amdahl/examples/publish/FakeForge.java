package dev.amdahl.examples.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** As much of GitHub and GitLab as opening a request needs, on a port of the loopback. */
public final class FakeForge implements AutoCloseable {
    /** What was opened. */
    public final List<JsonNode> opened = Collections.synchronizedList(new ArrayList<>());

    /** The token of each call. */
    public final List<String> tokens = Collections.synchronizedList(new ArrayList<>());

    private final HttpServer server;
    private final int refusal;

    /** @param refusal what it answers to who opens one; 0 to open it */
    public FakeForge(int refusal) throws IOException {
        this.refusal = refusal;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            tokens.add(exchange.getRequestHeaders().getFirst("Authorization") + "/"
                    + exchange.getRequestHeaders().getFirst("PRIVATE-TOKEN"));
            boolean isOpening = exchange.getRequestMethod().equals("POST");
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            if (isOpening && refusal != 0) {
                send(exchange, refusal, "{\"message\": \"Validation\\nFailed\"}");
            } else if (isOpening) {
                opened.add(new ObjectMapper().readTree(body));
                send(exchange, 201, request(opened.get(opened.size() - 1)).toString());
            } else {
                ArrayNode all = JsonNodeFactory.instance.arrayNode();
                opened.forEach(each -> all.add(request(each)));
                send(exchange, 200, all.toString());
            }
        }
    }

    private static JsonNode request(JsonNode opened) {
        String branch =
                opened.path("head").asText() + opened.path("source_branch").asText();
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("html_url", "https://forge.example.org/pull/1")
                .put("web_url", "https://forge.example.org/merge/1")
                .put("source_branch", branch);
        json.putObject("head").put("ref", branch);
        return json;
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Returns where it is. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
