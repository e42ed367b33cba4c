package dev.amdahl.core.internal.advice;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.AdvisorFactory;

/** Creates the rules over the shipped catalogue. Stateless. */
public final class RuleAdvisorFactory implements AdvisorFactory {
    @Override
    public String name() {
        return "rules";
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Advisor create(PluginContext context) {
        return new RuleAdvisor(IdeaCatalogue.shipped());
    }
}
