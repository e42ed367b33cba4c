package dev.amdahl.llm.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.internal.workspace.GitBuilder;
import dev.amdahl.core.internal.workspace.SandboxLimits;
import dev.amdahl.core.internal.workspace.SandboxPolicy;
import dev.amdahl.llm.internal.loopback.Ask;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.llm.LlmReply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A job's repository, a scripted program that works on it in a real sandbox, and a server of models outside. */
final class WorkPlace {
    /** What it ends with as {@code claude}. */
    static final String CLAIM =
            "{\"bottleneck\":\"HOST_SERIAL\",\"expected_fraction\":0.3,\"mechanism\":\"it is faster\","
                    + "\"how_it_could_be_wrong\":\"it is not\",\"evidence\":[\"e1\"],\"nothing\":null}";

    static final String END =
            "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"result\":\"done\",\"num_turns\":2,"
                    + "\"stop_reason\":\"end_turn\",\"total_cost_usd\":0.01,\"modelUsage\":{\"model-1\":{\"inputTokens\":1,\"outputTokens\":1}},"
                    + "\"structured_output\":" + CLAIM + "}";

    /** Of the loop. */
    static final Map<String, String> ENVIRONMENT =
            Map.of("PATH", "/usr/bin:/bin", "MODEL_KEY", "key-of-the-model", "OTHER_SECRET", "secret-of-the-loop");

    private static final ObjectMapper JSON = new ObjectMapper();
    /** Speaks HTTP without a program for it: {@code ask REQUEST BODY}. */
    private static final String START = """
            #!/bin/bash
            cat >/tmp/question
            ask() {
              exec 3<>/dev/tcp/127.0.0.1/8118 || return 1
              printf '%b\\r\\ncontent-length: %s\\r\\n\\r\\n%s' "$1" "${#2}" "$2" >&3
              cat <&3
              exec 3>&-
            }
            """;

    private final Path folder;
    private final Path program;
    private final LoopbackModel server;
    private SandboxLimits limits = SandboxLimits.DEFAULT;

    WorkPlace(Path folder, String name, LoopbackModel server, String script) {
        for (String needed : List.of("git", "bwrap", "bash")) {
            Requires.program(needed);
        }
        this.folder = folder;
        this.server = server;
        try {
            write("repository/src/main.txt", "one\nslow\n");
            write("repository/check.sh", "grep -q one src/main.txt\n");
            write("outside/secret.txt", "secret of the host\n");
            Files.createDirectories(folder.resolve("plugin"));
            program = write("bin/" + name, START + script);
            assertThat(program.toFile().setExecutable(true, false)).isTrue();
            git("init", "-q", "-b", "main");
            git("add", "-A");
            git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "c");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    WorkPlace within(SandboxLimits other) {
        limits = other;
        return this;
    }

    Path outside() {
        return folder.resolve("outside");
    }

    Path repository() {
        return folder.resolve("repository");
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        return Files.writeString(file, text);
    }

    private void git(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(repository().toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IOException(stopped);
        }
        assertThat(process.exitValue()).as(said).isZero();
    }

    JobSpec job() {
        return JobSpec.builder("job", List.of("sh", "check.sh"))
                .source(new SourceTree(
                        repository(), "HEAD", "0", List.of(), List.of("src/**"), List.of("sh", "check.sh")))
                .build();
    }

    GitBuilder builder() {
        return new GitBuilder(folder.resolve("workspace"), Duration.ofMinutes(1), SandboxPolicy.DEFAULT.with(limits));
    }

    PluginContext context(String... more) {
        List<String> settings = new ArrayList<>(List.of(
                "agent", String.valueOf(program.getFileName()),
                "program", program.toString(),
                "base_url", server.address(),
                "key_variable", "MODEL_KEY"));
        settings.addAll(List.of(more));
        return new Ask.Context(folder.resolve("plugin"), settings.toArray(String[]::new));
    }

    WorkingProgram program(String... more) {
        return WorkingProgram.of(context(more), ENVIRONMENT);
    }

    LlmReply run(Duration limit, String... more) {
        return program(more)
                .in(() -> builder().workbench(job()))
                .complete(new Ask("Work.", "the hot line is 2", Optional.of("{\"type\":\"object\"}"), 100, limit));
    }

    JsonNode work(String... more) {
        try {
            return JSON.readTree(run(Duration.ofMinutes(2), more).text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the lines that a change adds to a file. */
    static List<String> added(JsonNode work) {
        return work.path("patch")
                .asText()
                .lines()
                .filter(line -> line.startsWith("+") && !line.startsWith("+++"))
                .map(line -> line.substring(1))
                .toList();
    }

    static List<String> notes(JsonNode work) {
        List<String> notes = new ArrayList<>();
        work.path("notes").forEach(note -> notes.add(note.asText()));
        return notes;
    }
}
