package dev.amdahl.llm.internal.chat;

import dev.amdahl.llm.internal.loopback.Wire;
import dev.amdahl.spi.llm.LlmBackend;

final class OpenAiBackendTest extends ChatContract {
    OpenAiBackendTest() {
        super(Wire.OPENAI);
    }

    @Override
    LlmBackend backend(String address) {
        return Backends.of(Wire.OPENAI, address);
    }
}
