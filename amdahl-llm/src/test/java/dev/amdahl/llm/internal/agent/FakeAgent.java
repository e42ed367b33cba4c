package dev.amdahl.llm.internal.agent;

import dev.amdahl.llm.internal.loopback.Ask;
import dev.amdahl.spi.llm.LlmBackend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A shell script in the place of an agent; it notes what it was given beside itself. Real processes, no model. */
final class FakeAgent {
    private static final String NOTES = """
            #!/bin/sh
            here=${0%/*}
            for word in "$@"; do printf '%s\\n' "$word"; done >"$here/seen.arguments"
            env >"$here/seen.environment"
            ls -A >"$here/seen.files"
            """;

    private final String name;
    private final Path bin;

    /** Does what the script says after its notes were taken. */
    FakeAgent(Path folder, String name, String script) {
        this.name = name;
        this.bin = folder.resolve("bin");
        try {
            Files.createDirectories(bin);
            Files.createDirectories(folder.resolve("plugin"));
            Path program = Files.writeString(bin.resolve(name), NOTES + script);
            if (!program.toFile().setExecutable(true)) {
                throw new IOException(program + " cannot be made executable");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts a file beside the script. */
    FakeAgent with(String file, String content) {
        try {
            Files.writeString(bin.resolve(file), content);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    LlmBackend backend(String... more) {
        List<String> settings = new ArrayList<>(List.of("environment", "AGENT_KEY", "model", "model-1"));
        settings.addAll(List.of(more));
        Map<String, String> environment =
                new HashMap<>(Map.of("PATH", bin + ":/usr/bin:/bin", "AGENT_KEY", "given", "OTHER_SECRET", "never"));
        Ask.Context context = new Ask.Context(bin.resolveSibling("plugin"), settings.toArray(new String[0]));
        return name.equals(ClaudeBackendFactory.NAME)
                ? new ClaudeBackendFactory(environment).create(context)
                : new CodexBackendFactory(environment).create(context);
    }

    /** What the script has noted. */
    List<String> seen(String what) {
        try {
            return Files.readAllLines(bin.resolve("seen." + what));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is left of the private folders. */
    List<Path> leftovers() {
        try (Stream<Path> files = Files.list(bin.resolveSibling("plugin"))) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
