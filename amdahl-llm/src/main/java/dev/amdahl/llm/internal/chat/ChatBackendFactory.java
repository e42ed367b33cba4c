package dev.amdahl.llm.internal.chat;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmBackendFactory;
import java.util.Map;
import java.util.function.Function;

/** Creates the backend of servers that speak the protocol of a service. Thread-safe. */
abstract class ChatBackendFactory implements LlmBackendFactory {
    private final Service service;
    private final Function<ChatSettings, Dialect> dialect;
    private final Map<String, String> environment;

    ChatBackendFactory(Service service, Function<ChatSettings, Dialect> dialect, Map<String, String> environment) {
        this.service = service;
        this.dialect = dialect;
        this.environment = Map.copyOf(environment);
    }

    @Override
    public final String name() {
        return service.name();
    }

    @Override
    public final Availability availability() {
        return service.availability(environment);
    }

    @Override
    public final Availability availability(PluginContext context) {
        return service.availability(context, environment);
    }

    @Override
    public final LlmBackend create(PluginContext context) {
        ChatSettings settings = ChatSettings.of(context, service, environment);
        Connection connection = new Connection(settings.retries(), context.clock());
        return new ChatModelBackend(name(), new HttpSpeaker(dialect.apply(settings), settings, connection));
    }
}
