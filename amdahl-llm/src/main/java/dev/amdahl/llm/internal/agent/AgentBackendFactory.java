package dev.amdahl.llm.internal.agent;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmBackendFactory;
import java.util.Map;
import java.util.function.Function;

/** Creates the backend of an agent that is a program of its own. Thread-safe. */
abstract class AgentBackendFactory implements LlmBackendFactory {
    private final String name;
    private final Function<AgentSettings, Agent> agent;
    private final Map<String, String> environment;

    AgentBackendFactory(String name, Function<AgentSettings, Agent> agent, Map<String, String> environment) {
        this.name = name;
        this.agent = agent;
        this.environment = Map.copyOf(environment);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Availability availability() {
        return AgentSettings.availability(name, environment);
    }

    @Override
    public final Availability availability(PluginContext context) {
        return AgentSettings.availability(context, name, environment);
    }

    @Override
    public final LlmBackend create(PluginContext context) {
        AgentSettings settings = AgentSettings.of(context, name, environment);
        return new AgentBackend(name, agent.apply(settings), settings);
    }
}
