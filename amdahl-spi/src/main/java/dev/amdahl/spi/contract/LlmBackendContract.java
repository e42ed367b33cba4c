package dev.amdahl.spi.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import dev.amdahl.spi.llm.LlmUsage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The contract of {@link LlmBackend} as a test suite. Extend it and supply an instance. */
public abstract class LlmBackendContract {
    /** For a busy machine. */
    private static final Duration GRACE = Duration.ofSeconds(20);

    /** Returns the backend under test, ready to answer {@link #answerable()} without a network. */
    protected abstract LlmBackend backend();

    /** Returns a request that it can answer. */
    protected abstract LlmRequest answerable();

    /** Returns a request that it cannot answer. */
    protected abstract LlmRequest unanswerable();

    /** Returns a request with a schema that it can answer. */
    protected abstract LlmRequest schemaBound();

    /** Returns whether a text satisfies the schema of {@link #schemaBound()}. */
    protected abstract boolean satisfiesSchema(String text);

    /** Returns a request with that schema, whose answer breaks it however often the model is asked. */
    protected abstract LlmRequest strayed();

    /** Returns a request with a short time limit, over long before the answer comes where answers take time at all. */
    protected abstract LlmRequest hurried();

    @Test
    void hasANameForConfigurationsAndTheLedger() {
        assertThat(backend().name()).isNotBlank().isEqualTo(backend().name());
    }

    @Test
    void anAnswerSaysWhoGaveItAndWhatItCost() {
        LlmReply reply = backend().complete(answerable());
        assertThat(reply.text()).isNotEmpty();
        assertThat(reply.model()).isNotBlank();
        assertCounted(reply.usage());
    }

    @Test
    void whatItCannotAnswerIsATypedErrorAndNeverAnEmptyAnswer() {
        LlmBackend backend = backend();
        LlmRequest request = unanswerable();
        assertThatThrownBy(() -> backend.complete(request))
                .isInstanceOfSatisfying(
                        LlmException.class, e -> assertThat(e.reason()).isNotNull());
    }

    @Test
    void anAnswerWithASchemaIsJsonThatSatisfiesIt() {
        LlmReply reply = backend().complete(schemaBound());
        assertThat(satisfiesSchema(reply.text())).as(reply.text()).isTrue();
        assertCounted(reply.usage());
    }

    @Test
    void anAnswerThatBreaksTheSchemaIsATypedErrorThatSaysWhatItCost() {
        LlmBackend backend = backend();
        LlmRequest request = strayed();
        assertThatThrownBy(() -> backend.complete(request)).isInstanceOfSatisfying(LlmException.class, e -> {
            assertThat(e.reason()).isEqualTo(LlmException.Reason.OFF_SCHEMA);
            assertCounted(e.usage());
        });
    }

    @Test
    void theTimeLimitIsKept() {
        LlmBackend backend = backend();
        LlmRequest request = hurried();
        assertTimeoutPreemptively(request.timeLimit().plus(GRACE), () -> {
            try {
                assertThat(backend.complete(request).text()).isNotEmpty();
            } catch (LlmException late) {
                assertThat(late.reason()).isEqualTo(LlmException.Reason.TIME_LIMIT);
            }
        });
    }

    private static void assertCounted(LlmUsage usage) {
        assertThat(usage.inputTokens()).isGreaterThanOrEqualTo(usage.cachedTokens());
        assertThat(usage.cachedTokens()).isNotNegative();
        assertThat(usage.outputTokens()).isNotNegative();
        assertThat(usage.price()).isNotNegative().isFinite();
    }
}
