package dev.amdahl.examples.cli.run;

import dev.amdahl.core.Plugins;
import dev.amdahl.core.internal.advice.IdeaCatalogue;
import dev.amdahl.examples.jobs.ModelsFile;
import dev.amdahl.examples.jobs.Nearest;
import dev.amdahl.llm.advice.AdvisorSettings;
import dev.amdahl.llm.advice.LlmAdvisor;
import dev.amdahl.llm.advice.ProgramAdvisorFactory;
import dev.amdahl.llm.advice.ToolAdvisor;
import dev.amdahl.llm.advice.ToolBudget;
import dev.amdahl.llm.dream.LlmIdeaSource;
import dev.amdahl.llm.knowledge.KnowledgeFolder;
import dev.amdahl.llm.knowledge.KnowledgeSource;
import dev.amdahl.llm.sceptic.Lens;
import dev.amdahl.llm.sceptic.LlmSceptic;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.hypothesis.IdeaSourceFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a models file adds to a loop.
 *
 * @param advisors beside the rules
 * @param refuters beside the panel: they never make a win survive
 * @param sources of ideas, the catalogue among them
 */
record ModelRoles(List<Advisor> advisors, List<Refuter> refuters, List<IdeaSource> sources) {
    /** In the order of a model's prices. */
    private static final List<String> PRICES =
            List.of("price_input", "price_cached", "price_cache_write", "price_output");

    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** Returns the roles; without a file, or with models that none can be asked, those that need none. */
    static ModelRoles of(
            Optional<ModelsFile> file,
            Plugins plugins,
            Path directory,
            Clock clock,
            long seed,
            Consumer<String> remarks)
            throws IOException {
        List<IdeaSource> sources = new ArrayList<>(List.of(IdeaCatalogue.shipped()));
        List<Advisor> advisors = new ArrayList<>();
        List<Refuter> refuters = new ArrayList<>();
        if (file.isPresent()) {
            ModelsFile models = file.get();
            sources.addAll(named(models, plugins, directory, clock, seed));
            String asked = models.models().stream().map(ModelsFile.Model::name).collect(Collectors.joining("+"));
            List<Lens> lenses =
                    models.sceptics().stream().map(name -> lens(models, name)).toList();
            Models made = Models.of(models, plugins, directory, clock, seed, remarks);
            made.gateway().ifPresent(gateway -> {
                if (models.isAdvisor()) {
                    advisors.add(new LlmAdvisor(gateway, AdvisorSettings.DEFAULT));
                }
                lenses.forEach(lens -> refuters.add(new LlmSceptic(lens, asked, gateway, LIMIT)));
                if (models.isDream()) {
                    sources.add(new LlmIdeaSource(gateway, LIMIT));
                }
            });
            Optional<ModelsFile.Agent> agent =
                    models.agent().filter(one -> made.ready().containsKey(one.model()));
            if (agent.isPresent()) {
                PluginSettings plugin = PluginSettings.in(directory, clock, seed);
                advisors.addAll(agent(models, agent.get(), made, plugin, remarks));
            }
        }
        return new ModelRoles(advisors, refuters, sources);
    }

    /**
     * Returns the sources of ideas that a file names and that need no model: folders of notes, and places outside.
     *
     * @throws InvalidInputException if one is named wrongly
     */
    static List<IdeaSource> named(ModelsFile file, Plugins plugins, Path directory, Clock clock, long seed)
            throws IOException {
        List<IdeaSource> sources = new ArrayList<>();
        file.knowledge().forEach(folder -> sources.add(new KnowledgeSource(new KnowledgeFolder(folder))));
        PluginSettings context = PluginSettings.in(directory, clock, seed);
        for (Map<String, String> settings : file.outside()) {
            try {
                sources.add(plugins.create(IdeaSourceFactory.class, "outside", context.with(settings)));
            } catch (InvalidInputException wrong) {
                throw new InvalidInputException(
                        file.file() + ": outside", String.valueOf(wrong.getMessage()), "see docs/dream.md", wrong);
            }
        }
        return sources;
    }

    /** Returns a program with tools of its own, or a model that is given ours. */
    private static List<Advisor> agent(
            ModelsFile models, ModelsFile.Agent agent, Models made, PluginSettings plugin, Consumer<String> remarks) {
        Optional<ModelsFile.Model> program = models.models().stream()
                .filter(model -> model.name().equals(agent.model()))
                .filter(model -> ProgramAdvisorFactory.PROGRAMS.contains(model.backend()))
                .findFirst();
        if (program.isEmpty()) {
            return List.of(new ToolAdvisor(Objects.requireNonNull(made.ready().get(agent.model())), agent.budget()));
        }
        try {
            return List.of(new ProgramAdvisorFactory().create(plugin.with(settings(program.get(), agent.budget()))));
        } catch (AmdahlException e) {
            remarks.accept("agent '" + agent.model() + "' is left out: " + e.getMessage());
            return List.of();
        }
    }

    private static Map<String, String> settings(ModelsFile.Model program, ToolBudget budget) {
        Map<String, String> settings = new HashMap<>(program.settings());
        settings.put("agent", program.backend());
        settings.put("tokens", String.valueOf(budget.mostTokens()));
        settings.put("minutes", String.valueOf(Math.max(1, budget.mostTime().toMinutes())));
        settings.put("most_price", String.valueOf(budget.mostMoney()));
        program.price().ifPresent(prices -> {
            for (int i = 0; i < PRICES.size(); i++) {
                settings.put(PRICES.get(i), String.valueOf(prices.get(i)));
            }
        });
        return settings;
    }

    private static Lens lens(ModelsFile file, String name) {
        List<String> known = Stream.of(Lens.values()).map(Enum::name).toList();
        if (!known.contains(name)) {
            throw new InvalidInputException(
                    file.file() + ": sceptics", "there is no lens '" + name + "'", Nearest.remedy(name, known));
        }
        return Lens.valueOf(name);
    }
}
