package dev.amdahl.examples.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.budget.Limits;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

final class ModelsFileTest {
    private static final Path SCHEMA = Path.of("").toAbsolutePath().resolveSibling("docs/schemas/models.schema.json");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FULL = """
            models:
              - {name: qwen, backend: openai, tier: local, settings: {base_url: "http://127.0.0.1:8000/v1", model: qwen3}}
              - name: claude
                backend: anthropic
                tier: best
                settings: {model: some-model}
                price: {input: 3, cached: 0.3, cache_write: 3.75, output: 15}
                most_price: 0.5
                most_output_tokens: 4000
                own_tokens: 20000
            roles: {copilot: [local]}
            most_price: 0.5
            escalations: 1
            advisor: true
            sceptics: [WORK]
            dream: false
            candidates: 6
            knowledge: [notes]
            outside:
              - {service: arxiv, url: "https://export.arxiv.org/api/query", words: gpu}
              - {name: forge, service: github, url: "http://127.0.0.1:1", repository: o/r, key_variable: FORGE_TOKEN, every_hours: 48}
            budget: {tokens: 2000000, token_money: 20, per_day: {tokens: 100000, token_money: 2}}
            """;

    @TempDir
    private Path folder;

    private ModelsFile read(String text) throws IOException {
        Files.createDirectories(folder.resolve("notes"));
        return ModelsFile.read(Files.writeString(folder.resolve("models.yaml"), text));
    }

    @Test
    void theFullExampleIsReadAndFitsTheSchema() throws IOException {
        ModelsFile file = read(FULL);

        assertThat(file.tiers()).containsExactly("local", "best");
        assertThat(file.models().get(0).price()).isEmpty();
        assertThat(file.models().get(1).price()).isEqualTo(Optional.of(List.of(3.0, .3, 3.75, 15.0)));
        assertThat(file.models().get(1).settings()).containsEntry("price_cache_write", "3.75");
        assertThat(file.roles()).containsEntry("copilot", List.of("local"));
        assertThat(file.policy(LoopPolicy.DEFAULT).candidates()).hasValue(6);
        assertThat(file.knowledge()).containsExactly(folder.resolve("notes"));
        assertThat(file.outside().get(1)).containsEntry("name", "forge").containsEntry("every_hours", "48");
        assertThat(file.budget().total()).isEqualTo(Limits.NONE.withTokens(2e6).withTokenMoney(20));
        assertThat(file.budget().perDay()).isEqualTo(Limits.NONE.withTokens(1e5).withTokenMoney(2));
        assertThat(schema().validate(json(FULL))).isEmpty();
    }

    @Test
    void notesAndPlacesOutsideNeedNoModel() throws IOException {
        String text = "outside: [{service: arxiv, url: 'http://127.0.0.1:1'}]";

        assertThat(read(text).models()).isEmpty();
        assertThat(read("knowledge: [notes]").outside()).isEmpty();
        assertThat(read(text).policy(LoopPolicy.DEFAULT)).isSameAs(LoopPolicy.DEFAULT);
        assertThat(schema().validate(json(text))).isEmpty();
        assertThat(schema().validate(json("advisor: true"))).isNotEmpty();
    }

    @Test
    void aRecordingLiesBesideTheFile() throws IOException {
        ModelsFile file = read("models: [{name: a, backend: replay, settings: {file: said.jsonl}}]");

        assertThat(file.models().get(0).settings())
                .containsEntry("file", folder.resolve("said.jsonl").toString());
        assertThat(file.budget()).isEqualTo(Budget.UNLIMITED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "models: [{name: a, backed: x}] | did you mean 'backend'?",
                "models: [] | holds no model",
                "models: [{name: a}] | 'backend' is missing",
                "{models: [{name: a, backend: x}, {name: a, backend: y}]} | a second model has the name 'a'",
                "{models: [{name: a, backend: x}], roles: {copilt: [models]}} | did you mean 'copilot'?",
                "{models: [{name: a, backend: x, tier: best}], roles: {copilot: [bst]}} | did you mean 'best'?",
                "{models: [{name: a, backend: x, price: {input: -1, output: 2}}]} | give a number of at least 0",
                "{models: [{name: a, backend: x, price: {input: 1}}]} | 'output' is missing",
                "{models: [{name: a, backend: x}], advisor: maybe} | neither true nor false",
                "{models: [{name: a, backend: x}], candidates: 0} | give a whole number of at least 1",
                "{models: [{name: a, backend: x}], candidates: 33} | was 33; give at most 32",
                "{models: [{name: a, backend: x}], knowledge: [none]} | no such folder",
                "advisor: true | 'models' is missing",
                "{outside: [{service: arxiv, ulr: x}]} | did you mean 'url'?",
                "{outside: [{service: arxiv}]} | 'url' is missing",
                "{outside: [{url: x}]} | 'service' is missing",
                "{outside: [{service: arxiv, url: x}, {service: arxiv, url: y}]} | a second source has this name",
                "{models: [{name: a, backend: x, settings: [1]}]} | needs keys and values",
                "{models: [{name: a, backend: x}], budget: {token: 1}} | did you mean 'tokens'?",
                "{models: [{name: a, backend: x}], budget: {per_day: {money: 1}}} | unknown key 'money'",
                "{models: [{name: a, backend: x}], budget: {tokens: many}} | 'many' is not a number",
            })
    void whatIsWrongIsOneLineWithItsPlace(String text, String words) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(words)
                .hasMessageContaining("models.yaml:1:");
    }

    private static JsonSchema schema() throws IOException {
        try (InputStream in = Files.newInputStream(SCHEMA)) {
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(in);
        }
    }

    private static JsonNode json(String yaml) {
        return JSON.valueToTree(new Load(LoadSettings.builder().build()).loadFromString(yaml));
    }
}
