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
import java.util.Map;
import java.util.Optional;

/** Puts the loop of a run together. */
final class LoopAssembly {
    static final PluginChoice FILE_GATE = new PluginChoice("file", Map.of());

    private LoopAssembly() {}

    /** Returns a loop over a ledger, with the plugins that are found and the models that are asked. */
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
                .resampler(plugins.resampler(
                        setup.resampler(), PluginSettings.in(own.resolve("resampler"), clock, setup.seed())))
                .plugins(plugins, PluginSettings.in(own.resolve("profilers"), clock, setup.seed()))
                .policy(setup.policy())
                .budget(setup.budget())
                .gate(gate(plugins, ledger, setup, clock))
                .clock(clock)
                .directory(own);
        setup.offered().ifPresent(only -> loop.advisors(List.of(new OfferedAdvisor(only))));
        builder(plugins, setup, clock).ifPresent(loop::builder);
        setup.fleet().ifPresent(loop::fleet);
        setup.anomalies().ifPresent(loop::anomalies);
        return loop.build();
    }

    /** Returns the rules, what assistants have offered beside the ledger, and a model. */
    private static List<Advisor> advisors(Ledger ledger, ModelRoles roles) {
        List<Advisor> advisors = new ArrayList<>(List.of(new RuleAdvisor(IdeaCatalogue.shipped())));
        if (ledger.location().base().isPresent()) {
            advisors.add(new OfferedAdvisor(ProposalFolder.of(ledger.location())));
        }
        advisors.addAll(roles.advisors());
        return advisors;
    }

    private static Optional<Builder> builder(Plugins plugins, LoopRun.Setup setup, Clock clock) throws IOException {
        Path folder = setup.directory().resolve("builds");
        if (setup.builder().isPresent()) {
            PluginChoice chosen = setup.builder().get().withDefaults(setup.building());
            return Optional.of(chosen.create(plugins, BuilderFactory.class, folder, clock, setup.seed()));
        }
        PluginSettings settings = PluginSettings.in(folder, clock, setup.seed()).with(setup.building());
        return plugins.createReady(BuilderFactory.class, settings).stream().findFirst();
    }

    /** Files need a place beside the ledger; without one nobody is asked. */
    private static PromotionGate gate(Plugins plugins, Ledger ledger, LoopRun.Setup setup, Clock clock)
            throws IOException {
        if (setup.offered().isPresent()) {
            return new NoPromotionGate();
        }
        Path folder = setup.directory().resolve("gate");
        PluginChoice chosen = setup.gate();
        if (!chosen.equals(FILE_GATE)) {
            return chosen.create(plugins, PromotionGateFactory.class, folder, clock, setup.seed());
        }
        Optional<Path> reviews = ledger.location().reviews();
        return reviews.isEmpty()
                ? new NoPromotionGate()
                : chosen.withDefaults(Map.of("folder", reviews.get().toString()))
                        .create(plugins, PromotionGateFactory.class, folder, clock, setup.seed());
    }
}
