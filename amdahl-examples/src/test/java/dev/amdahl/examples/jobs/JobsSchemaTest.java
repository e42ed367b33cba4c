package dev.amdahl.examples.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.amdahl.spi.hypothesis.Bottleneck;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The published schema accepts what the reader accepts. */
final class JobsSchemaTest {
    private static final Path SCHEMA = Path.of("").toAbsolutePath().resolveSibling("docs/schemas/jobs.schema.json");
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void theFullExampleIsValid() throws IOException {
        assertThat(schema().validate(json(JobsFileTest.FULL))).isEmpty();
    }

    @Test
    void aCapOnPowerIsValid() throws IOException {
        assertThat(schema().validate(json(PowerLeverTest.CAPPED))).isEmpty();
    }

    @Test
    void aServiceIsValid() throws IOException {
        assertThat(schema().validate(json(ServiceReaderTest.SERVICE))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{jobs: [{family: f, comand: [x]}]}",
                "{jobs: [{family: f}]}",
                "{jobs: []}",
                "{jobs: [{family: f, command: [x], kind: service}]}",
                "{jobs: [{family: f, kind: service, start: [x], load: {url: /}, objective: latency<=1s}]}",
                "{jobs: [{family: f, kind: service, start: [x], load: {url: here, rate: 1, seconds: 1}, objective: a}]}",
                "{jobs: [{family: f, command: [x], accelerators: {count: -1}}]}",
                "{jobs: [{family: f, command: [x], time_limit: 20}]}",
                "{jobs: [{family: f, command: [x], levers: [{name: l, addresses: [NOTHING], accelerators: [1]}]}]}",
                "{jobs: [{family: f, command: [x], levers: [{name: l, power: [-1]}]}]}",
                "{jobs: [{family: f, command: [x], levers: [{name: l, flag: --amp}]}]}",
                "{policy: {power: maybe}, jobs: [{family: f, command: [x]}]}",
                "{jobs: [{family: f, command: [x], hypotheses: [{title: t, addresses: [SYNC_STALL]}]}]}",
                "{jobs: [{family: f, command: [x], environment: {AMDAHL_SEED: '1'}}]}"
            })
    void whatTheReaderRefusesIsInvalid(String text) throws IOException {
        assertThat(schema().validate(json(text))).isNotEmpty();
    }

    @Test
    void theSchemaKnowsEveryClass() throws IOException {
        JsonNode names = JSON.readTree(Files.readString(SCHEMA)).at("/$defs/classes/items/enum");
        assertThat(StreamSupport.stream(names.spliterator(), false).map(JsonNode::asText))
                .containsExactlyElementsOf(
                        Arrays.stream(Bottleneck.values()).map(Enum::name).toList());
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
