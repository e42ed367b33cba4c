package dev.amdahl.llm.chat;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmBackendFactory;
import java.util.Map;

/** Creates the backend of servers that speak the protocol of OpenAI; docs/models.md lists its settings. Thread-safe. */
public final class OpenAiBackendFactory implements LlmBackendFactory {
    private final Map<String, String> environment;

    /** Takes the key from the environment of this process. */
    public OpenAiBackendFactory() {
        this(System.getenv());
    }

    OpenAiBackendFactory(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public String name() {
        return Service.OPENAI.name();
    }

    @Override
    public Availability availability() {
        return Service.OPENAI.availability(environment);
    }

    @Override
    public Availability availability(PluginContext context) {
        return Service.OPENAI.availability(context, environment);
    }

    @Override
    public LlmBackend create(PluginContext context) {
        ChatSettings settings = ChatSettings.of(context, Service.OPENAI, environment);
        return new ChatModelBackend(
                name(),
                new HttpSpeaker(
                        new OpenAiDialect(settings), settings, new Connection(settings.retries(), context.clock())));
    }
}
