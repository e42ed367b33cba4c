package dev.amdahl.llm.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.llm.internal.loopback.Ask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswerSchemaTest {
    private static final AnswerSchema SCHEMA = AnswerSchema.of(Ask.SCHEMA);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s",
                "Here it is:\n```json\n%s\n```\nAnything else?",
                "<think>Perhaps {\"class\": 1} or [1, 2]?</think>%s",
                "{broken %s",
                "{\"class\":\"HOST_SERIAL\",\"share\":7} no: %s {\"class\":\"INPUT_STARVATION\",\"share\":0.5}"
            })
    void theFirstValueThatSatisfiesTheSchemaIsTheAnswer(String around) {
        AnswerSchema.Reading reading = SCHEMA.read(around.replace("%s", Ask.ANSWER));
        assertThat(reading.json()).as(reading.problem()).contains(Ask.ANSWER);
    }

    @Test
    void anOptionalMemberThatIsNullIsAbsentAndARequiredOneIsMissing() {
        assertThat(SCHEMA.read("{\"class\":\"HOST_SERIAL\",\"share\":0.25,\"note\":null}")
                        .json())
                .contains(Ask.ANSWER);
        assertThat(SCHEMA.read("{\"class\":null,\"share\":0.25}").json()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no JSON at all",
                "\"HOST_SERIAL\"",
                "{\"class\":\"HOST_SERIAL\",\"share\":0.25",
                "{\"class\":\"OTHER\",\"share\":0.25}",
                "{\"class\":\"HOST_SERIAL\",\"share\":1.5}",
                "{\"class\":\"HOST_SERIAL\",\"share\":\"0.25\"}",
                "{\"class\":\"HOST_SERIAL\",\"share\":0.25,\"command\":\"rm\"}",
                "{\"class\":\"HOST_SERIAL\",\"share\":0.25,\"share\":0.9}",
                "{\"class\":\"HOST_SERIAL\",\"share\":NaN}",
                "{\"class\":\"HOST_SERIAL\",\"share\":1e999}"
            })
    void anythingElseIsAProblemInWords(String text) {
        AnswerSchema.Reading reading = SCHEMA.read(text);
        assertThat(reading.json()).isEmpty();
        assertThat(reading.problem()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "{", "[1]", "{\"class\":[{}],"})
    void largeAndDeepTextEnds(String part) {
        assertThat(SCHEMA.read(part.repeat(100_000)).json()).isEmpty();
    }

    @Test
    void whatIsNoSchemaIsADefectOfTheCaller() {
        assertThatThrownBy(() -> AnswerSchema.of("{")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theStrictFormAllowsNullWhereAMemberWasOptionalAndTellsItsBounds() throws JsonProcessingException {
        JsonNode strict = new ObjectMapper().readTree(StrictSchema.of("""
                                {"$schema":"s","type":"object","required":["list"],"properties":{
                                  "list":{"type":"array","maxItems":3,"items":{"type":"object","properties":{"a":{"type":"integer"}}}},
                                  "kind":{"enum":["x","y"]},
                                  "ref":{"$ref":"#/$defs/d"}},
                                 "$defs":{"d":{"type":"object","properties":{"b":{"type":"string"}},"required":["b"]}}}"""));
        assertThat(strict.at("/required").toString()).isEqualTo("[\"list\",\"kind\",\"ref\"]");
        assertThat(strict.at("/properties/list/items/properties/a/type").toString())
                .isEqualTo("[\"integer\",\"null\"]");
        assertThat(strict.at("/properties/list/description").asText()).isEqualTo("{\"maxItems\":3}");
        assertThat(strict.at("/properties/list").has("maxItems")).isFalse();
        assertThat(strict.at("/properties/kind/anyOf/1/type").asText()).isEqualTo("null");
        assertThat(strict.at("/$defs/d/additionalProperties").asBoolean(true)).isFalse();
        assertThat(strict.has("$schema")).isFalse();
    }
}
