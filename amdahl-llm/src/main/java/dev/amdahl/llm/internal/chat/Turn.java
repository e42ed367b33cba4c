package dev.amdahl.llm.internal.chat;

import dev.amdahl.llm.answer.StrictSchema;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.List;
import java.util.Optional;

/**
 * What is said to a model at once.
 *
 * @param messages of both sides so far
 * @param schema the JSON schema of the answer
 * @param tools that it may ask for; a turn has these or a schema
 * @param maxOutputTokens most tokens of the answer
 */
record Turn(List<ChatMessage> messages, Optional<String> schema, List<ToolSpecification> tools, int maxOutputTokens) {
    Turn {
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
    }

    Turn(List<ChatMessage> messages, Optional<String> schema, int maxOutputTokens) {
        this(messages, schema, List.of(), maxOutputTokens);
    }

    /** Returns the schema as services enforce it; empty if there is none. */
    Optional<ResponseFormat> format() {
        return schema.map(StrictSchema::of)
                .map(strict -> ResponseFormat.builder()
                        .type(ResponseFormatType.JSON)
                        .jsonSchema(JsonSchema.builder()
                                .name("answer")
                                .rootElement(JsonRawSchema.from(strict))
                                .build())
                        .build());
    }

    Turn withoutSchema() {
        return new Turn(messages, Optional.empty(), tools, maxOutputTokens);
    }
}
