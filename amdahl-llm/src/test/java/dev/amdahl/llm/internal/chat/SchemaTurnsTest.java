package dev.amdahl.llm.internal.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.llm.internal.loopback.Ask;
import dev.amdahl.llm.internal.loopback.Fault;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.llm.internal.loopback.Wire;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An answer bound to a schema: what is sent, what is taken, and the one turn of repair. */
final class SchemaTurnsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void servicesGetTheSchemaInTheFormThatTheyEnforce() throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(Wire.OPENAI.saying(Ask.ANSWER))) {
            Backends.of(Wire.OPENAI, server.address()).complete(Ask.json());
            JsonNode format = sent(server, 0).path("response_format");
            assertThat(format.path("type").asText()).isEqualTo("json_schema");
            assertThat(format.path("json_schema").path("strict").asBoolean()).isTrue();
            assertStrict(format.path("json_schema").path("schema"));
        }
        try (LoopbackModel server = LoopbackModel.serving(Wire.ANTHROPIC.saying(Ask.ANSWER))) {
            Backends.of(Wire.ANTHROPIC, server.address()).complete(Ask.json());
            JsonNode format = sent(server, 0).path("output_config").path("format");
            assertThat(format.path("type").asText()).isEqualTo("json_schema");
            assertStrict(format.path("schema"));
        }
    }

    private static void assertStrict(JsonNode schema) {
        assertThat(schema.path("required")).hasSize(3);
        assertThat(schema.path("additionalProperties").asBoolean(true)).isFalse();
        assertThat(schema.at("/properties/note/type").toString()).isEqualTo("[\"string\",\"null\"]");
        assertThat(schema.at("/properties/share").has("minimum")).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatRefusesTheFormatIsAskedWithoutItFromThenOn(Wire wire) throws IOException {
        Fault refuses = Fault.json(400, "{\"error\":{\"message\":\"response_format is not supported\"}}");
        try (LoopbackModel server =
                LoopbackModel.serving(refuses, wire.saying("Here:\n```json\n" + Ask.ANSWER + "\n```"))) {
            ChatModelBackend backend = (ChatModelBackend) Backends.of(wire, server.address());
            assertThat(backend.complete(Ask.json()).text()).isEqualTo(Ask.ANSWER);
            assertThat(backend.complete(Ask.json()).text()).isEqualTo(Ask.ANSWER);
            assertThat(server.calls()).hasSize(3);
            assertThat(sent(server, 2).has("response_format")).isFalse();
            assertThat(sent(server, 2).has("output_config")).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerThatBreaksTheSchemaIsRepairedOnceAndBothTurnsArePaid(Wire wire) throws IOException {
        try (LoopbackModel server =
                LoopbackModel.serving(wire.saying("{\"class\":\"HOST_SERIAL\"}"), wire.saying(Ask.ANSWER))) {
            LlmReply reply = Backends.of(wire, server.address()).complete(Ask.json());
            assertThat(reply.text()).isEqualTo(Ask.ANSWER);
            assertThat(reply.usage().inputTokens()).isEqualTo(200);
            assertThat(reply.usage().outputTokens()).isEqualTo(10);
            assertThat(server.calls().get(1).body()).contains("share").contains("breaks the schema");
        }
    }

    @ParameterizedTest
    @EnumSource
    void thereIsNoThirdTurn(Wire wire) throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(wire.saying("The weather is fine."))) {
            LlmException failed = catchThrowableOfType(
                    LlmException.class,
                    () -> Backends.of(wire, server.address()).complete(Ask.json()));
            assertThat(failed.reason()).isEqualTo(Reason.OFF_SCHEMA);
            assertThat(failed.usage().inputTokens()).isEqualTo(200);
            assertThat(server.calls()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRepairThatFailsStillPaysTheFirstTurn(Wire wire) throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(wire.saying("no"), wire.cut("{\"class\""))) {
            LlmException failed = catchThrowableOfType(
                    LlmException.class,
                    () -> Backends.of(wire, server.address()).complete(Ask.json()));
            assertThat(failed.reason()).isEqualTo(Reason.TRUNCATED);
            assertThat(failed.usage().inputTokens()).isEqualTo(200);
        }
    }

    private static JsonNode sent(LoopbackModel server, int call) throws JsonProcessingException {
        return MAPPER.readTree(server.calls().get(call).body());
    }
}
