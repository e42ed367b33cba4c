package dev.amdahl.llm.advice;

import dev.amdahl.llm.internal.agent.WorkingProgram;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.AdvisorFactory;
import java.util.Map;
import java.util.Set;

/** Creates an advisor over the program that the setting {@code agent} names; docs/models.md lists its settings. Stateless. */
public final class ProgramAdvisorFactory implements AdvisorFactory {
    /** The programs that it knows, by the names of their backends. */
    public static final Set<String> PROGRAMS = Set.of("claude", "codex");

    private final Map<String, String> environment;

    /** Finds the program by the environment of this process. */
    public ProgramAdvisorFactory() {
        this(System.getenv());
    }

    /** Returns one that finds the keys of models in this environment. */
    public ProgramAdvisorFactory(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public String name() {
        return "program";
    }

    @Override
    public Availability availability() {
        return Availability.unavailable("name claude or codex with the setting `agent`");
    }

    @Override
    public Availability availability(PluginContext context) {
        return WorkingProgram.availability(context, environment);
    }

    @Override
    public Advisor create(PluginContext context) {
        return new ProgramAdvisor(WorkingProgram.of(context, environment), AdvisorSettings.DEFAULT);
    }
}
