package dev.amdahl.spi.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import org.junit.jupiter.api.Test;

/** What every {@link LlmBackend} keeps; extend it in the tests of a plugin. One instance per test, not thread-safe. */
public abstract class LlmBackendContract {

    /** The backend under test, ready to answer {@link #answerable()} without a network. */
    protected abstract LlmBackend backend();

    /** A request that it can answer. */
    protected abstract LlmRequest answerable();

    /** A request that it cannot answer. */
    protected abstract LlmRequest unanswerable();

    @Test
    void hasANameForConfigurationsAndTheLedger() {
        assertThat(backend().name()).isNotBlank().isEqualTo(backend().name());
    }

    @Test
    void anAnswerSaysWhoGaveItAndWhatItCost() {
        LlmReply reply = backend().complete(answerable());
        assertThat(reply.text()).isNotEmpty();
        assertThat(reply.model()).isNotBlank();
        assertThat(reply.inputTokens()).isNotNegative();
        assertThat(reply.outputTokens()).isNotNegative();
        assertThat(reply.price()).isFinite().isNotNegative();
    }

    @Test
    void whatItCannotAnswerIsATypedErrorAndNeverAnEmptyAnswer() {
        LlmBackend backend = backend();
        LlmRequest request = unanswerable();
        assertThatThrownBy(() -> backend.complete(request))
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isNotNull());
    }
}
