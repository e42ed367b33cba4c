package dev.amdahl.llm.advice;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a model asks of a tool, read strictly.
 *
 * @param tool its name
 * @param arguments a JSON object
 */
record ToolCall(String tool, JsonNode arguments) {
    private static final int MAX_CHARACTERS = 160_000;

    /** @throws Fault if the arguments are not a JSON object of bounded size */
    static ToolCall of(ToolExecutionRequest request) throws Fault {
        String text = request.arguments() == null || request.arguments().isBlank() ? "{}" : request.arguments();
        Fault.unless(text.length() <= MAX_CHARACTERS, "its arguments have over " + MAX_CHARACTERS + " characters");
        try {
            JsonNode arguments = AnswerReader.JSON.readTree(text);
            Fault.unless(arguments.isObject(), "its arguments are not a JSON object");
            return new ToolCall(String.valueOf(request.name()), arguments);
        } catch (JsonProcessingException wrong) {
            throw new Fault("its arguments are not JSON: " + wrong.getOriginalMessage());
        }
    }

    /** Lets no argument through that the tool does not know. */
    void requireOnly(Set<String> known) throws Fault {
        Set<String> given = new TreeSet<>();
        arguments.fieldNames().forEachRemaining(given::add);
        given.removeAll(known);
        Fault.unless(
                given.isEmpty(),
                "it has no argument " + AnswerReader.shown(given.toString(), AnswerReader.MAX_NAME) + ", but "
                        + (known.isEmpty() ? "none" : new TreeSet<>(known)));
    }

    String text(String name) throws Fault {
        JsonNode value = arguments.path(name);
        Fault.unless(value.isTextual(), "its argument '" + name + "' is missing or not text");
        return value.asText();
    }

    String text(String name, String otherwise) throws Fault {
        return arguments.path(name).isMissingNode() || arguments.path(name).isNull() ? otherwise : text(name);
    }

    int number(String name, int otherwise) throws Fault {
        JsonNode value = arguments.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        Fault.unless(value.canConvertToInt(), "its argument '" + name + "' is not a whole number");
        return value.asInt();
    }
}
