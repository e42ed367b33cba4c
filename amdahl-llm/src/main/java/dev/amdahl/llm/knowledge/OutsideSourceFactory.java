package dev.amdahl.llm.knowledge;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.hypothesis.IdeaSourceFactory;

/** Creates a source of ideas outside: papers, issues, releases, an index; where it is, its settings say. Thread-safe. */
public final class OutsideSourceFactory implements IdeaSourceFactory {
    @Override
    public String name() {
        return "outside";
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Availability availability(PluginContext context) {
        boolean isNamed =
                context.setting("url").isPresent() || context.setting("command").isPresent();
        return context.setting("service").isPresent() && isNamed
                ? availability()
                : Availability.unavailable("name a place outside with the settings `service` and `url` or `command`");
    }

    @Override
    public IdeaSource create(PluginContext context) {
        return new OutsideSource(OutsideEndpoint.of(context, System.getenv()), context.clock());
    }
}
