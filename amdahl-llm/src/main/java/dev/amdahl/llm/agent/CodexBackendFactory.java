package dev.amdahl.llm.agent;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmBackendFactory;
import java.util.Map;

/** Creates the backend of the agent {@code codex}; docs/models.md lists its settings. Thread-safe. */
public final class CodexBackendFactory implements LlmBackendFactory {
    static final String NAME = "codex";

    private final Map<String, String> environment;

    /** Finds the agent by the environment of this process. */
    public CodexBackendFactory() {
        this(System.getenv());
    }

    CodexBackendFactory(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Availability availability() {
        return AgentSettings.availability(NAME, environment);
    }

    @Override
    public Availability availability(PluginContext context) {
        return AgentSettings.availability(context, NAME, environment);
    }

    @Override
    public LlmBackend create(PluginContext context) {
        AgentSettings settings = AgentSettings.of(context, NAME, environment);
        return new AgentBackend(NAME, new CodexAgent(settings), settings);
    }
}
