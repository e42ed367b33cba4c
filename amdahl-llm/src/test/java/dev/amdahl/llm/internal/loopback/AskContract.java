package dev.amdahl.llm.internal.loopback;

import dev.amdahl.llm.answer.AnswerSchema;
import dev.amdahl.spi.contract.LlmBackendContract;
import dev.amdahl.spi.llm.LlmRequest;
import java.time.Duration;
import java.util.Optional;

/** The contract of a backend, with questions that tell a counterpart on this machine how to answer. */
public abstract class AskContract extends LlmBackendContract {
    /** In the material of a question that gets no answer in time. */
    protected static final String HURRY = "hurry";

    /** In the material of a question that is refused. */
    protected static final String UNKNOWN = "unknown";

    /** In the material of a question that is answered beside its schema. */
    protected static final String STRAY = "stray";

    private static final Duration PATIENT = Duration.ofSeconds(20);

    @Override
    protected final LlmRequest answerable() {
        return Ask.text();
    }

    @Override
    protected final LlmRequest unanswerable() {
        return saying(UNKNOWN, Optional.empty(), PATIENT);
    }

    @Override
    protected final LlmRequest schemaBound() {
        return Ask.json();
    }

    @Override
    protected final boolean satisfiesSchema(String text) {
        return AnswerSchema.of(Ask.SCHEMA).read(text).json().equals(Optional.of(text));
    }

    @Override
    protected final LlmRequest strayed() {
        return saying(STRAY, Optional.of(Ask.SCHEMA), PATIENT);
    }

    @Override
    protected final LlmRequest hurried() {
        return saying(HURRY, Optional.empty(), Duration.ofMillis(300));
    }

    private static LlmRequest saying(String material, Optional<String> schema, Duration limit) {
        return new Ask("Name the class.", material, schema, 100, limit);
    }
}
