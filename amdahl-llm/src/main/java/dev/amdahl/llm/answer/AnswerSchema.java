package dev.amdahl.llm.answer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.PathType;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The JSON schema of an answer, draft 2020-12: finds the answer in what a model says, and checks it here. Thread-safe. */
public final class AnswerSchema {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final int MAX_STARTS = 64;

    private static final int MAX_PROBLEMS = 5;
    private static final int MAX_CHARACTERS = 1000;

    private final JsonSchema schema;

    private AnswerSchema(JsonSchema schema) {
        this.schema = schema;
    }

    /**
     * What was found.
     *
     * @param json the answer, which satisfies the schema; empty if there is none
     * @param problem why there is none; empty text if there is one
     */
    public record Reading(Optional<String> json, String problem) {}

    /**
     * From its text.
     *
     * @throws IllegalArgumentException if it is no JSON schema: schemas are the library's own
     */
    public static AnswerSchema of(String text) {
        try {
            SchemaValidatorsConfig config = SchemaValidatorsConfig.builder()
                    .pathType(PathType.JSON_POINTER)
                    .build();
            JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(MAPPER.readTree(text), config);
            return new AnswerSchema(schema);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON schema: " + text, e);
        }
    }

    /**
     * The first JSON value in the text that satisfies the schema, whatever stands around it. A member that is null though the schema
     * does not allow null is taken as absent: services that know no optional members answer so.
     */
    public Reading read(String text) {
        List<JsonNode> values = valuesIn(text);
        if (values.isEmpty()) {
            return new Reading(Optional.empty(), "there is no JSON value in it");
        }
        String problem = "";
        for (JsonNode value : values) {
            Set<ValidationMessage> problems = problems(value);
            if (problems.isEmpty()) {
                return new Reading(Optional.of(value.toString()), "");
            }
            problem = describe(problems);
        }
        return new Reading(Optional.empty(), problem);
    }

    private Set<ValidationMessage> problems(JsonNode value) {
        Set<ValidationMessage> problems = schema.validate(value);
        boolean isChanged = false;
        for (ValidationMessage problem : problems) {
            JsonPointer place =
                    JsonPointer.compile(problem.getInstanceLocation().toString());
            if (value.at(place).isNull() && value.at(place.head()) instanceof ObjectNode parent) {
                parent.remove(place.last().getMatchingProperty());
                isChanged = true;
            }
        }
        return isChanged ? schema.validate(value) : problems;
    }

    private static String describe(Set<ValidationMessage> problems) {
        String all = problems.stream()
                .map(ValidationMessage::getMessage)
                .sorted()
                .limit(MAX_PROBLEMS)
                .collect(Collectors.joining("; "));
        return all.length() <= MAX_CHARACTERS ? all : all.substring(0, MAX_CHARACTERS);
    }

    /** Returns those that are whole, in order, none inside another; looks at a bounded number of opening brackets. */
    private static List<JsonNode> valuesIn(String text) {
        List<JsonNode> values = new ArrayList<>();
        int at = start(text, 0);
        for (int starts = 0; at >= 0 && starts < MAX_STARTS; starts++) {
            int end = at + 1;
            try (JsonParser parser = MAPPER.createParser(text.substring(at))) {
                JsonNode value = MAPPER.readTree(parser);
                if (isFinite(value)) {
                    values.add(value);
                    end = at + (int) parser.currentLocation().getCharOffset();
                }
            } catch (IOException notHere) {
                end = at + 1;
            }
            at = start(text, end);
        }
        return values;
    }

    private static int start(String text, int from) {
        int object = text.indexOf('{', from);
        int array = text.indexOf('[', from);
        return object < 0 || array < 0 ? Math.max(object, array) : Math.min(object, array);
    }

    private static boolean isFinite(JsonNode value) {
        if (value.isNumber()) {
            return Double.isFinite(value.doubleValue());
        }
        for (JsonNode child : value) {
            if (!isFinite(child)) {
                return false;
            }
        }
        return true;
    }
}
