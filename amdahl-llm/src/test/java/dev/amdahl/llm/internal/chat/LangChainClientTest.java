package dev.amdahl.llm.internal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.llm.answer.Deadline;
import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.llm.internal.loopback.Ask;
import dev.amdahl.llm.internal.loopback.Wire;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmReply;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class LangChainClientTest extends ChatContract {
    LangChainClientTest() {
        super(Wire.OPENAI);
    }

    /** As a user would make it, but over the client that is on the class path. */
    @Override
    LlmBackend backend(String address) {
        Exchange exchange = new Connection(0, Clock.systemUTC()).open(Deadline.in(Duration.ofMinutes(1)));
        OpenAiChatModel model = OpenAiChatModel.builder()
                .httpClientBuilder(Connection.builder(exchange))
                .baseUrl(address)
                .modelName("model-1")
                .maxRetries(0)
                .build();
        return ChatModelBackend.of("mine", model, new PriceList(1, 1, 1, 2));
    }

    @Test
    void itsTokensAreCountedAndPriced() {
        LlmReply reply = backend().complete(Ask.text());
        assertThat(reply.usage().inputTokens()).isEqualTo(100);
        assertThat(reply.usage().price()).isEqualTo((100 + 2 * 5) / 1e6);
    }
}
