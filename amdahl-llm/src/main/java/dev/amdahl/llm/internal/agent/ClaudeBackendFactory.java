package dev.amdahl.llm.internal.agent;

import java.util.Map;

/** Creates the backend of the agent {@code claude}; docs/models.md lists its settings. Thread-safe. */
public final class ClaudeBackendFactory extends AgentBackendFactory {
    static final String NAME = "claude";

    /** Finds the agent by the environment of this process. */
    public ClaudeBackendFactory() {
        this(System.getenv());
    }

    ClaudeBackendFactory(Map<String, String> environment) {
        super(NAME, ClaudeAgent::new, environment);
    }
}
