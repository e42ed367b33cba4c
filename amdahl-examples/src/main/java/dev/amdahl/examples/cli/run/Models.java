package dev.amdahl.examples.cli.run;

import dev.amdahl.core.Plugins;
import dev.amdahl.examples.jobs.ModelsFile;
import dev.amdahl.examples.jobs.Nearest;
import dev.amdahl.llm.LlmGateway;
import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.llm.route.RoutedModel;
import dev.amdahl.llm.route.Router;
import dev.amdahl.llm.route.RouterSettings;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.llm.LlmBackendFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The models of a models file, ready to be asked through one gateway. One that cannot be asked, for want of a key or a program, is left
 * out with one line; where none is left, everything goes on by rules.
 *
 * @param gateway the way to the models; empty where none can be asked
 * @param ready those that can be asked, by name
 */
record Models(Optional<LlmGateway> gateway, Map<String, RoutedModel> ready) {
    private static final String KIND = "llm-backend";

    /**
     * Makes the models ready.
     *
     * @param remarks hears of each that is left out
     * @throws InvalidInputException if the file names a backend that there is not, or rules that contradict each other
     */
    static Models of(ModelsFile file, Plugins plugins, Path directory, Clock clock, long seed, Consumer<String> remarks)
            throws IOException {
        requireBackends(file, plugins);
        Map<String, List<RoutedModel>> tiers = new LinkedHashMap<>();
        Map<String, RoutedModel> ready = new LinkedHashMap<>();
        for (ModelsFile.Model model : file.models()) {
            try {
                RoutedModel routed = routed(
                        model,
                        plugins,
                        PluginSettings.in(
                                        directory.resolve(model.name().replaceAll("[^A-Za-z0-9._-]", "_")), clock, seed)
                                .with(model.settings()));
                ready.put(model.name(), routed);
                tiers.computeIfAbsent(model.tier(), ignored -> new ArrayList<>())
                        .add(routed);
            } catch (AmdahlException e) {
                remarks.accept("model '" + model.name() + "' is left out: " + e.getMessage());
            }
        }
        tiers.values().removeIf(List::isEmpty);
        if (file.models().isEmpty()) {
            return new Models(Optional.empty(), Map.of());
        }
        if (tiers.isEmpty()) {
            remarks.accept(file.file() + ": no model can be asked; everything goes on by rules");
            return new Models(Optional.empty(), Map.of());
        }
        return new Models(Optional.of(new Router(settings(file, tiers))), ready);
    }

    private static void requireBackends(ModelsFile file, Plugins plugins) {
        Set<String> known = new TreeSet<>();
        plugins.all().stream().filter(found -> found.kind().equals(KIND)).forEach(found -> known.add(found.name()));
        for (ModelsFile.Model model : file.models()) {
            if (!known.contains(model.backend())) {
                throw new InvalidInputException(
                        file.file() + ": models." + model.name() + ".backend",
                        "there is no backend '" + model.backend() + "'",
                        Nearest.remedy(model.backend(), known));
            }
        }
    }

    private static RoutedModel routed(ModelsFile.Model model, Plugins plugins, PluginSettings settings) {
        PriceList price = model.price()
                .map(given -> new PriceList(given.get(0), given.get(1), given.get(2), given.get(3)))
                .orElse(PriceList.FREE);
        RoutedModel routed = RoutedModel.of(plugins.create(LlmBackendFactory.class, model.backend(), settings), price)
                .named(model.name())
                .withOwnTokens(model.ownTokens());
        if (model.mostPrice().isPresent()) {
            routed = routed.withMostPrice(model.mostPrice().getAsDouble());
        }
        return model.mostOutputTokens().isPresent()
                ? routed.withMostOutputTokens(model.mostOutputTokens().getAsInt())
                : routed;
    }

    private static RouterSettings settings(ModelsFile file, Map<String, List<RoutedModel>> tiers) {
        RouterSettings.Builder settings = RouterSettings.builder();
        tiers.forEach((name, models) -> settings.tier(name, models.toArray(new RoutedModel[0])));
        file.roles()
                .forEach((role, names) -> settings.role(
                        role, names.stream().filter(tiers::containsKey).toArray(String[]::new)));
        file.mostPrice().ifPresent(settings::mostPrice);
        file.escalations().ifPresent(settings::escalations);
        return settings.build();
    }
}
