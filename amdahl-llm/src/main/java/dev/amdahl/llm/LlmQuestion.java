package dev.amdahl.llm;

import java.time.Duration;
import java.util.Optional;

/**
 * What a role asks of a model.
 *
 * @param role who asks: {@code advisor}, {@code sceptic}, {@code dream}, {@code copilot}, {@code refine}
 * @param about the hypothesis or family it is for
 * @param instructions the library's own text; nothing of a job, a trace or a model ever stands in it
 * @param material the untrusted rest
 * @param schema the JSON schema of the answer; empty for plain text. Where it has the key {@value #AGREEMENT}, a JSON pointer into the
 *     answer such as {@code /bottleneck}, a cheap model is asked several times and must say the same there
 * @param stakes how much depends on it
 * @param maxOutputTokens most tokens of the answer
 * @param timeLimit when to give up, all models that are tried for it together
 */
public record LlmQuestion(
        String role,
        String about,
        String instructions,
        Material material,
        Optional<String> schema,
        Stakes stakes,
        int maxOutputTokens,
        Duration timeLimit) {
    /** The key of a schema that names what several answers must agree on; models never see it. */
    public static final String AGREEMENT = "x-agreement";

    /** How much depends on an answer. */
    public enum Stakes {
        /** A wrong answer costs little: the cheapest model may do. */
        ORDINARY,
        /** The best model is asked at once. */
        HIGH
    }
}
