package dev.amdahl.examples.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.Plugins;
import dev.amdahl.examples.jobs.ModelsFile;
import dev.amdahl.llm.advice.LlmAdvisor;
import dev.amdahl.llm.advice.ProgramAdvisor;
import dev.amdahl.llm.advice.ToolAdvisor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who advises, by the models file. */
final class ModelRolesTest {
    @TempDir
    private Path folder;

    private final List<String> remarks = new ArrayList<>();

    private ModelRoles roles(String backend, String settings) throws Exception {
        Path program = Files.writeString(folder.resolve("claude"), "#!/bin/sh\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Path file = Files.writeString(folder.resolve("models.yaml"), """
                models: [{name: coder, backend: %s, price: {input: 1, output: 2}, settings: {%s}}]
                agent: {model: coder, money: 3, time: 10m}
                """.formatted(backend, settings));
        return ModelRoles.of(
                Optional.of(ModelsFile.read(file)), Plugins.discover(), folder, Clock.systemUTC(), 1, remarks::add);
    }

    @Test
    void anAgentOfAProgramHasItsOwnTools() throws Exception {
        assertThat(roles("claude", "program: %s, base_url: 'http://127.0.0.1:1/v1'".formatted(folder.resolve("claude")))
                        .advisors())
                .hasExactlyElementsOfTypes(LlmAdvisor.class, ProgramAdvisor.class);
    }

    @Test
    void anAgentOfAModelHasOurs() throws Exception {
        assertThat(roles("openai", "model: m, base_url: 'http://127.0.0.1:1/v1'")
                        .advisors())
                .hasExactlyElementsOfTypes(LlmAdvisor.class, ToolAdvisor.class);
    }

    @Test
    void aProgramWithoutTheKeyOfItsServiceIsLeftOut() throws Exception {
        assertThat(roles("claude", "program: %s, key_variable: NO_SUCH_KEY_HERE".formatted(folder.resolve("claude")))
                        .advisors())
                .hasExactlyElementsOfTypes(LlmAdvisor.class);
        assertThat(remarks).hasSize(1).allMatch(line -> line.contains("NO_SUCH_KEY_HERE"));
    }
}
