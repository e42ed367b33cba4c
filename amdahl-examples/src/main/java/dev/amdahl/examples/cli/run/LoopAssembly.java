package dev.amdahl.examples.cli.run;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.AmdahlLoopBuilder;
import dev.amdahl.core.NoPromotionGate;
import dev.amdahl.core.Plugins;
import dev.amdahl.core.internal.advice.IdeaCatalogue;
import dev.amdahl.core.internal.advice.RuleAdvisor;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.examples.jobs.ProposalFolder;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuilderFactory;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.PromotionGateFactory;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.Advisor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts the loop of a run together. */
final class LoopAssembly {
    private static final String GATE = "file";

    private LoopAssembly() {}

    /** A loop over a ledger, with the plugins that are found and the models that are asked. */
    static AmdahlLoop of(Ledger ledger, Plugins plugins, Scheduler scheduler, LoopRun.Setup setup, Clock clock)
            throws IOException {
        Path own = setup.directory();
        ModelRoles roles =
                ModelRoles.of(setup.models(), plugins, own.resolve("models"), clock, setup.seed(), setup.remarks());
        AmdahlLoopBuilder loop = AmdahlLoop.builder(ledger)
                .jobs(setup.jobs())
                .scheduler(scheduler)
                .advisors(advisors(ledger, roles))
                .refuters(roles.refuters())
                .ideaSources(roles.sources())
                .plugins(plugins, PluginSettings.in(own.resolve("profilers"), clock, setup.seed()))
                .policy(setup.policy())
                .budget(setup.budget())
                .gate(gate(plugins, ledger, setup, clock))
                .clock(clock)
                .directory(own);
        List<Builder> builders = plugins.createReady(
                BuilderFactory.class,
                PluginSettings.in(own.resolve("builds"), clock, setup.seed()).with(setup.builder()));
        builders.stream().findFirst().ifPresent(loop::builder);
        setup.fleet().ifPresent(loop::fleet);
        setup.anomalies().ifPresent(loop::anomalies);
        return loop.build();
    }

    /** The rules, what assistants have offered beside the ledger, and a model. */
    private static List<Advisor> advisors(Ledger ledger, ModelRoles roles) {
        List<Advisor> advisors = new ArrayList<>(List.of(new RuleAdvisor(IdeaCatalogue.shipped())));
        if (ledger.location().base().isPresent()) {
            advisors.add(new OfferedAdvisor(ProposalFolder.of(ledger.location())));
        }
        advisors.addAll(roles.advisors());
        return advisors;
    }

    private static PromotionGate gate(Plugins plugins, Ledger ledger, LoopRun.Setup setup, Clock clock)
            throws IOException {
        Optional<Path> reviews = ledger.location().reviews();
        boolean isKnown = plugins.all().stream()
                .anyMatch(found ->
                        found.kind().equals("promotion-gate") && found.name().equals(GATE));
        return reviews.isEmpty() || !isKnown
                ? new NoPromotionGate()
                : plugins.create(
                        PromotionGateFactory.class,
                        GATE,
                        PluginSettings.in(setup.directory().resolve("gate"), clock, setup.seed())
                                .with("folder", reviews.get().toString()));
    }
}
