package dev.amdahl.llm.internal.chat;

import dev.amdahl.llm.internal.loopback.Wire;
import dev.amdahl.spi.llm.LlmBackend;

/** Backends for tests of agents. */
public final class AgentBackends {
    private AgentBackends() {}

    /** Returns a backend that speaks a protocol with a server. */
    public static LlmBackend of(Wire wire, String address) {
        return Backends.of(wire, address, "thinking", "2000");
    }
}
