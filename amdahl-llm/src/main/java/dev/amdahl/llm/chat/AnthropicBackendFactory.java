package dev.amdahl.llm.chat;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmBackendFactory;
import java.util.Map;

/** Creates the backend of the Messages protocol; docs/models.md lists its settings. Thread-safe. */
public final class AnthropicBackendFactory implements LlmBackendFactory {
    private final Map<String, String> environment;

    /** Takes the key from the environment of this process. */
    public AnthropicBackendFactory() {
        this(System.getenv());
    }

    AnthropicBackendFactory(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public String name() {
        return Service.ANTHROPIC.name();
    }

    @Override
    public Availability availability() {
        return Service.ANTHROPIC.availability(environment);
    }

    @Override
    public Availability availability(PluginContext context) {
        return Service.ANTHROPIC.availability(context, environment);
    }

    @Override
    public LlmBackend create(PluginContext context) {
        ChatSettings settings = ChatSettings.of(context, Service.ANTHROPIC, environment);
        return new ChatModelBackend(
                name(),
                new HttpSpeaker(
                        new AnthropicDialect(settings), settings, new Connection(settings.retries(), context.clock())));
    }
}
