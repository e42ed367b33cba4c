package dev.amdahl.llm.internal.chat;

import dev.amdahl.llm.internal.loopback.Wire;
import dev.amdahl.spi.llm.LlmBackend;

final class AnthropicBackendTest extends ChatContract {
    AnthropicBackendTest() {
        super(Wire.ANTHROPIC);
    }

    @Override
    LlmBackend backend(String address) {
        return Backends.of(Wire.ANTHROPIC, address);
    }
}
