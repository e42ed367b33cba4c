package dev.amdahl.llm.internal.chat;

import java.util.Map;

/** Creates the backend of the Messages protocol; docs/models.md lists its settings. Thread-safe. */
public final class AnthropicBackendFactory extends ChatBackendFactory {
    /** Takes the key from the environment of this process. */
    public AnthropicBackendFactory() {
        this(System.getenv());
    }

    AnthropicBackendFactory(Map<String, String> environment) {
        super(Service.ANTHROPIC, AnthropicDialect::new, environment);
    }
}
