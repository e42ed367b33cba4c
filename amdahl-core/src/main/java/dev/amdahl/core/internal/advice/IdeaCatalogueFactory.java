package dev.amdahl.core.internal.advice;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.hypothesis.IdeaSourceFactory;

/** Creates the shipped idea catalogue. Stateless. */
public final class IdeaCatalogueFactory implements IdeaSourceFactory {
    @Override
    public String name() {
        return "catalogue";
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public IdeaSource create(PluginContext context) {
        return IdeaCatalogue.shipped();
    }
}
