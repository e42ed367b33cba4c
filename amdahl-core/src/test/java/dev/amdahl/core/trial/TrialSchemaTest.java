package dev.amdahl.core.trial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TrialSchemaTest {
    private static final JsonNode SCHEMA = schema();

    @TempDir
    Path folder;

    private static JsonNode schema() {
        try {
            return new ObjectMapper()
                    .readTree(Path.of("../docs/schemas/trial.schema.json").toFile());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void theDocumentHasTheFieldsOfItsSchemaAndNoOther() throws IOException {
        ObjectNode document = TrialDocument.assemble(request(), record("host=h\na.exit=0\ncomplete=true\n"), folder);
        assertThat(document.fieldNames())
                .toIterable()
                .containsAll(names(SCHEMA))
                .isSubsetOf(SCHEMA.path("properties")::fieldNames);
        JsonNode arm = document.path("arms").path(0);
        JsonNode armSchema = SCHEMA.at("/properties/arms/items");
        assertThat(arm.fieldNames())
                .toIterable()
                .containsAll(names(armSchema))
                .isSubsetOf(armSchema.path("properties")::fieldNames);
        arm.properties()
                .forEach(field -> assertThat(types(armSchema.at("/properties/" + field.getKey() + "/type")))
                        .as(field.getKey())
                        .contains(field.getValue().getNodeType().name().toLowerCase(Locale.ROOT)));
        assertThat(arm.path("wall_seconds").isNull()).isTrue();
    }

    @Test
    void everyCovariateIsInTheSchema() {
        assertThat(SCHEMA.at("/properties/arms/items/properties/covariates/properties")
                        .fieldNames())
                .toIterable()
                .containsExactlyElementsOf(Arrays.stream(Covariate.values())
                        .map(covariate -> covariate.name().toLowerCase(Locale.ROOT))
                        .toList());
    }

    @Test
    void everyCircumstanceIsInTheSchema() {
        assertThat(SCHEMA.at("/properties/arms/items/properties/circumstances/properties")
                        .fieldNames())
                .toIterable()
                .containsExactlyElementsOf(Arrays.stream(EnvironmentFact.values())
                        .map(NodeEnvironment::key)
                        .toList());
    }

    @Test
    void aDocumentOfAnEarlierVersionIsStillRead() throws IOException {
        ObjectNode document = TrialDocument.assemble(request(), record("host=h\na.exit=0\ncomplete=true\n"), folder);
        ((ObjectNode) document.path("arms").path(0)).remove("circumstances");

        assertThat(TrialDocument.read(document, folder).arms().get(0).circumstances())
                .isEmpty();
    }

    @Test
    void aRequestIsReadBackAsItWasWritten() throws IOException {
        TrialRequest read = RequestJson.read(RequestJson.write(request()));
        assertThat(read).isEqualTo(request());
    }

    private NodeRecord record(String text) throws IOException {
        return NodeRecord.read(Files.writeString(folder.resolve("result.properties"), text));
    }

    private static List<String> names(JsonNode schema) {
        List<String> names = new java.util.ArrayList<>();
        schema.path("required").forEach(name -> names.add(name.asText()));
        assertThat(names).isNotEmpty();
        return names;
    }

    private static List<String> types(JsonNode type) {
        List<String> types = new java.util.ArrayList<>();
        (type.isArray() ? type : List.of(type)).forEach(name -> types.add(name.asText()));
        return types;
    }

    private static TrialRequest request() {
        return new NodeRequest(
                "key",
                "family",
                new Accelerators("h200", 2),
                List.of(new ArmPlan(
                        "a",
                        List.of("echo", "a\n'b"),
                        Map.of("X", "1"),
                        Optional.of(Path.of("/tmp")),
                        Duration.ofMillis(1500),
                        Long.MAX_VALUE,
                        -1,
                        true,
                        List.of("-"),
                        List.of("k"),
                        Map.of("m", new ValueSource.Json("m.json", "/m"), "s", new ValueSource.Stdout("(x)")),
                        Optional.empty(),
                        Optional.empty())));
    }
}
