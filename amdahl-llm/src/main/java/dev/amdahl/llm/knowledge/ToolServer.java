package dev.amdahl.llm.knowledge;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.llm.answer.Deadline;
import dev.amdahl.llm.internal.agent.ProcessTree;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls one tool of a server that speaks the Model Context Protocol over its standard streams. The server is started for the call, and gone
 * with all that it started afterwards; it is offered nothing that it could ask of this side. Stateless, thread-safe.
 */
record ToolServer(OutsideEndpoint.Tool tool) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String PROTOCOL = "2025-06-18";
    private static final String ENDED = "it ended without an answer";
    /** What it started may keep its output open. */
    private static final long LAST_WORDS_MILLIS = 1000;

    private static final int MAX_BYTES = 2 << 20;

    /**
     * Returns the result of the call, as JSON.
     *
     * @throws IOException if there is none in time
     */
    byte[] ask(String words, Deadline deadline) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(ProcessTree.inOwnGroup(tool.command()))
                .directory(tool.folder().toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(tool.environment());
        Process process = builder.start();
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        Thread speaker = new Thread(() -> speak(process, words, answer), "amdahl-tool-server");
        speaker.setDaemon(true);
        speaker.start();
        CompletableFuture<Void> ended = process.onExit()
                .thenRunAsync(
                        () -> answer.completeExceptionally(new IOException(ENDED)),
                        CompletableFuture.delayedExecutor(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS));
        try {
            return answer.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new IOException("no answer within " + deadline.limit().toMillis() / 1e3 + " s", late);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stopped);
        } catch (ExecutionException failed) {
            throw new IOException(
                    failed.getCause() == null ? "" : failed.getCause().getMessage(), failed);
        } finally {
            ended.cancel(false);
            ProcessTree.kill(process, tool.environment());
        }
    }

    private void speak(Process process, String words, CompletableFuture<byte[]> answer) {
        try (InputStream in = process.getInputStream();
                OutputStream out = process.getOutputStream()) {
            ObjectNode opening = request(1, "initialize");
            ObjectNode parameters = opening.putObject("params").put("protocolVersion", PROTOCOL);
            parameters.putObject("capabilities");
            parameters.putObject("clientInfo").put("name", "amdahl-loop").put("version", "1");
            Lines lines = new Lines(in);
            send(out, opening);
            result(1, lines, out);
            send(out, JSON.createObjectNode().put("jsonrpc", "2.0").put("method", "notifications/initialized"));
            ObjectNode call = request(2, "tools/call");
            call.putObject("params")
                    .put("name", tool.name())
                    .putObject("arguments")
                    .put(tool.argument(), words);
            send(out, call);
            JsonNode result = result(2, lines, out);
            if (result.path("isError").asBoolean()) {
                throw new IOException("its tool " + tool.name() + " failed");
            }
            answer.complete(JSON.writeValueAsBytes(result));
        } catch (IOException failed) {
            answer.completeExceptionally(failed);
        }
    }

    private static ObjectNode request(int id, String method) {
        return JSON.createObjectNode().put("jsonrpc", "2.0").put("id", id).put("method", method);
    }

    private static void send(OutputStream out, JsonNode message) throws IOException {
        out.write((message + "\n").getBytes(UTF_8));
        out.flush();
    }

    /** Whatever the server asks meanwhile is declined. */
    private static JsonNode result(int id, Lines lines, OutputStream out) throws IOException {
        while (true) {
            JsonNode message = message(lines.next());
            boolean isAnswer = message.path("id").asInt() == id && !message.has("method");
            if (isAnswer && message.has("result")) {
                return message.path("result");
            }
            if (isAnswer) {
                throw new IOException("it answers with error "
                        + message.path("error").path("code").asInt());
            }
            if (message.has("method") && message.has("id")) {
                ObjectNode declined = JSON.createObjectNode().put("jsonrpc", "2.0");
                declined.set("id", message.get("id"));
                declined.putObject("error").put("code", -32601).put("message", "not offered");
                send(out, declined);
            }
        }
    }

    private static JsonNode message(byte[] line) throws IOException {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException nonsense) {
            throw new IOException("it sends something other than a message", nonsense);
        }
    }

    /** Lines of an output that is bounded as a whole. */
    private static final class Lines {
        private final InputStream in;
        private int left = MAX_BYTES;

        Lines(InputStream in) {
            this.in = new BufferedInputStream(in);
        }

        byte[] next() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int read = in.read(); read != '\n'; read = in.read()) {
                if (read < 0) {
                    throw new IOException(ENDED);
                }
                if (left-- == 0) {
                    throw new IOException("its answer is over " + MAX_BYTES + " bytes");
                }
                line.write(read);
            }
            return line.toByteArray();
        }
    }
}
