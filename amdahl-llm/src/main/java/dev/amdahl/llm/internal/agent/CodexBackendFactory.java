package dev.amdahl.llm.internal.agent;

import java.util.Map;

/** Creates the backend of the agent {@code codex}; docs/models.md lists its settings. Thread-safe. */
public final class CodexBackendFactory extends AgentBackendFactory {
    static final String NAME = "codex";

    /** Finds the agent by the environment of this process. */
    public CodexBackendFactory() {
        this(System.getenv());
    }

    CodexBackendFactory(Map<String, String> environment) {
        super(NAME, CodexAgent::new, environment);
    }
}
