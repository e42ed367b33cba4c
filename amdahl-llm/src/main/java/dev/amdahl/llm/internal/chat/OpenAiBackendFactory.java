package dev.amdahl.llm.internal.chat;

import java.util.Map;

/** Creates the backend of servers that speak the protocol of OpenAI; docs/models.md lists its settings. Thread-safe. */
public final class OpenAiBackendFactory extends ChatBackendFactory {
    /** Takes the key from the environment of this process. */
    public OpenAiBackendFactory() {
        this(System.getenv());
    }

    OpenAiBackendFactory(Map<String, String> environment) {
        super(Service.OPENAI, OpenAiDialect::new, environment);
    }
}
