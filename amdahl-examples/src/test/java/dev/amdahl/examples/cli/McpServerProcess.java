package dev.amdahl.examples.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The server as a process that was greeted, and lines to and from it, one answer after the other. Not thread-safe. */
final class McpServerProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final JsonNode greeting;
    private int last;

    McpServerProcess(Path root, String... options) throws IOException {
        List<String> command = new ArrayList<>(Cli.java());
        command.addAll(List.of("mcp", "--root", root.toString()));
        command.addAll(List.of(options));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        ObjectNode hello = JSON.createObjectNode().put("protocolVersion", "2025-06-18");
        hello.putObject("capabilities");
        hello.putObject("clientInfo").put("name", "raw").put("version", "1");
        greeting = ask("initialize", hello).path("result");
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    }

    JsonNode greeting() {
        return greeting;
    }

    Process process() {
        return process;
    }

    private void send(String line) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write((line + "\n").getBytes(UTF_8));
        in.flush();
    }

    /** Returns the whole answer to a request. */
    JsonNode ask(String method, JsonNode parameters) throws IOException {
        ObjectNode request =
                JSON.createObjectNode().put("jsonrpc", "2.0").put("id", ++last).put("method", method);
        send(request.set("params", parameters).toString());
        JsonNode answer = JSON.readTree(process.inputReader(UTF_8).readLine());
        if (answer.path("id").asInt() != last) {
            throw new AssertionError(answer + " answers another request than " + last);
        }
        return answer;
    }

    /** The same of parameters as JSON, with single quotes. */
    JsonNode ask(String method, String parameters) throws IOException {
        return ask(method, JSON.readTree(parameters.replace('\'', '"')));
    }

    /** Returns what a tool says. */
    String call(String tool, ObjectNode arguments) throws IOException {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode().put("name", tool);
        parameters.set("arguments", arguments);
        return ask("tools/call", parameters).at("/result/content/0/text").asText();
    }

    /** The same with one argument, or none. */
    String call(String tool, String... argument) throws IOException {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i + 1 < argument.length; i += 2) {
            arguments.put(argument[i], argument[i + 1]);
        }
        return call(tool, arguments);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
