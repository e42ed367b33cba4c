package dev.amdahl.examples.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** One page of a headless Chromium, driven by its DevTools protocol. Not thread-safe. */
final class Browser implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PATIENCE_SECONDS = 60;
    private static final Map<String, Integer> KEYS =
            Map.of("Tab", 9, "Enter", 13, " ", 32, "ArrowDown", 40, "ArrowUp", 38);

    private final Process process;
    private final AtomicInteger calls = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<JsonNode>> awaited = new ConcurrentHashMap<>();
    private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());
    private final WebSocket socket;
    private String session = "";

    private Browser(Process process, URI address) {
        this.process = process;
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(address, new Messages())
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    static Browser start(Path program, Path profile) throws IOException {
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--no-first-run",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader said = new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8));
        String address = said.lines()
                .filter(line -> line.startsWith("DevTools listening on "))
                .findFirst()
                .orElseThrow()
                .replace("DevTools listening on ", "");
        Thread rest = new Thread(() -> said.lines().forEach(line -> {}), "browser messages");
        rest.setDaemon(true);
        rest.start();
        Browser browser = new Browser(process, URI.create(address));
        String target = browser.call("Target.createTarget", Map.of("url", "about:blank"))
                .path("targetId")
                .asText();
        browser.session = browser.call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId")
                .asText();
        for (String domain : List.of("Page", "Log", "Runtime")) {
            browser.call(domain + ".enable", Map.of());
        }
        return browser;
    }

    /** Goes there, and waits until the page is loaded. */
    void open(String address) {
        load(() -> call("Page.navigate", Map.of("url", address)));
    }

    /** Does something that leads to another page, and waits until that is loaded. */
    void load(Runnable action) {
        CompletableFuture<JsonNode> loaded = new CompletableFuture<>();
        awaited.put("Page.loadEventFired", loaded);
        action.run();
        loaded.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    /** The value of an expression, or what its promise comes to. */
    JsonNode evaluate(String expression) {
        JsonNode answer =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        assertThat(answer.has("exceptionDetails")).as(answer.toString()).isFalse();
        return answer.path("result").path("value");
    }

    /** Presses one key: Tab, Enter, a space, ArrowDown, ArrowUp. */
    void press(String key) {
        ObjectNode event = JSON.createObjectNode()
                .put("type", "keyDown")
                .put("key", key)
                .put("code", key.equals(" ") ? "Space" : key)
                .put("windowsVirtualKeyCode", KEYS.get(key));
        if (key.equals("Enter") || key.equals(" ")) {
            event.put("text", key.equals("Enter") ? "\r" : " ");
        }
        call("Input.dispatchKeyEvent", event);
        call("Input.dispatchKeyEvent", event.deepCopy().put("type", "keyUp").without("text"));
    }

    /** Types text where the focus is. */
    void type(String text) {
        call("Input.insertText", Map.of("text", text));
    }

    /** Sets the window's width, and whether the user likes it dark. */
    void look(int width, boolean isDark) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 600));
        call(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", isDark ? "dark" : "light"))));
    }

    /** The whole page as a picture. */
    byte[] picture() {
        return picture(true);
    }

    /** The part of the page that the window shows, as a picture. */
    byte[] screen() {
        evaluate("document.documentElement.style.overflow = 'hidden'; dispatchEvent(new Event('resize'));"
                + "new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => drawn(0))))");
        return picture(false);
    }

    private byte[] picture(boolean isWhole) {
        return Base64.getDecoder()
                .decode(call("Page.captureScreenshot", Map.of("captureBeyondViewport", isWhole))
                        .path("data")
                        .asText());
    }

    /** What the browser complained of: refused scripts and styles, errors of scripts. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    private JsonNode call(String method, Object parameters) {
        int id = calls.incrementAndGet();
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        message.set("params", JSON.valueToTree(parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        socket.sendText(message.toString(), true).join();
        JsonNode json = answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        assertThat(json.has("error")).as("%s: %s", method, json).isFalse();
        return json.path("result");
    }

    @Override
    public void close() {
        socket.abort();
        // All write to the profile, whose folder is removed next.
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(one ->
                one.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join());
    }

    private final class Messages implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
            message.append(data);
            if (isLast) {
                take(message.toString());
                message.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }

        private void take(String text) {
            try {
                JsonNode json = JSON.readTree(text);
                String event = json.path("method").asText();
                if (event.equals("Log.entryAdded") || event.equals("Runtime.exceptionThrown")) {
                    complaints.add(text);
                }
                CompletableFuture<JsonNode> waiting =
                        json.has("id") ? answers.remove(json.path("id").asInt()) : awaited.remove(event);
                if (waiting != null) {
                    waiting.complete(json);
                }
            } catch (IOException e) {
                complaints.add(e.toString());
            }
        }
    }
}
