package dev.amdahl.spi.llm;

import java.time.Duration;
import java.util.Optional;

/** One question to a model. Will grow; implementations are immutable. */
public interface LlmRequest {

    /** Returns the role's instructions: the library's own text. */
    String instructions();

    /** Returns the material: fenced, untrusted text. */
    String material();

    /** Returns the JSON schema that the answer must satisfy; empty for plain text. */
    Optional<String> schema();

    /** Most tokens of the answer. */
    int maxOutputTokens();

    /** Returns when to give up. */
    Duration timeLimit();
}
