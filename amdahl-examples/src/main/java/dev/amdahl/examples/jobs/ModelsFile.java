package dev.amdahl.examples.jobs;

import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.llm.advice.ToolBudget;
import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A {@code models.yaml}: which models there are, who may ask them, and for how much.
 *
 * @param file where it lies
 * @param models in its order; none only where the file names sources of ideas that need none
 * @param tiers names of tiers, cheapest first: in the order in which the models name them
 * @param roles the only tiers of a role; a role that is not named may use all
 * @param mostPrice most price of one call
 * @param escalations most changes to a better tier for one question
 * @param isAdvisor whether a model proposes changes
 * @param sceptics lenses through which a model attacks wins
 * @param isDream whether a model is a source of ideas
 * @param knowledge folders of notes, sources of ideas without a model
 * @param outside places outside that are searched for ideas: settings of the plugin {@code outside}
 * @param budget what models may spend at most, whatever else is declared
 * @param agent the model that works with tools, where one does
 * @param candidates how many for one place are wanted of a model at once; empty for as many as it likes
 */
public record ModelsFile(
        Path file,
        List<Model> models,
        List<String> tiers,
        Map<String, List<String>> roles,
        OptionalDouble mostPrice,
        OptionalInt escalations,
        boolean isAdvisor,
        List<String> sceptics,
        boolean isDream,
        List<Path> knowledge,
        List<Map<String, String>> outside,
        Budget budget,
        Optional<Agent> agent,
        OptionalInt candidates) {
    private static final List<String> ROLES = List.of("advisor", "sceptic", "dream", "copilot", "refine");
    private static final String[] OUTSIDE = {
        "name",
        "service",
        "url",
        "words",
        "repository",
        "qualifiers",
        "key_variable",
        "scheme",
        "command",
        "tool",
        "argument",
        "environment",
        "every_hours",
        "pause_seconds",
        "limit_seconds"
    };
    private static final String TIER = "models";
    private static final int MAX_CANDIDATES = 32;

    /** The backend whose setting names a file. */
    private static final String REPLAY = "replay";

    public ModelsFile {
        models = List.copyOf(models);
        tiers = List.copyOf(tiers);
        roles = Map.copyOf(roles);
        sceptics = List.copyOf(sceptics);
        knowledge = List.copyOf(knowledge);
        outside = outside.stream().map(Map::copyOf).toList();
    }

    /**
     * One model.
     *
     * @param name in rules and in the ledger
     * @param backend the plugin that asks it
     * @param tier models of one tier are as good as each other
     * @param settings of the plugin, prices included
     * @param price for a million tokens: input, cached, cache_write, output; empty where the backend prices itself or it is free
     * @param mostPrice most price of one call
     * @param mostOutputTokens most tokens that it may write
     * @param ownTokens tokens that the backend adds, such as an agent's own prompt
     */
    public record Model(
            String name,
            String backend,
            String tier,
            Map<String, String> settings,
            Optional<List<Double>> price,
            OptionalDouble mostPrice,
            OptionalInt mostOutputTokens,
            int ownTokens) {
        public Model {
            settings = Map.copyOf(settings);
        }
    }

    /**
     * A model that works with tools.
     *
     * @param model its name
     * @param budget what it may take for one answer
     */
    public record Agent(String model, ToolBudget budget) {}

    /**
     * Reads a models file; relative paths in it are relative to its folder.
     *
     * @throws InvalidInputException one line with file, line, key, the offending value and the remedy
     */
    public static ModelsFile read(Path path) {
        Path file = path.toAbsolutePath().normalize();
        Item root = YamlDocument.read(file);
        Fields fields = root.fields(
                "models",
                "roles",
                "most_price",
                "escalations",
                "advisor",
                "sceptics",
                "dream",
                "knowledge",
                "outside",
                "budget",
                "agent",
                "candidates");
        boolean isWithoutModel =
                !fields.list("knowledge").isEmpty() || !fields.list("outside").isEmpty();
        Optional<Item> list = isWithoutModel
                ? fields.optional("models")
                : Optional.of(fields.required("models", "add a list of models under 'models:'"));
        Set<String> names = new HashSet<>();
        Set<String> tiers = new LinkedHashSet<>();
        Path base = Optional.ofNullable(file.getParent()).orElse(file);
        List<Model> models = list.map(Item::list).orElse(List.of()).stream()
                .map(item -> model(item, base, names, tiers))
                .toList();
        if (list.isPresent() && models.isEmpty()) {
            throw list.get().error("holds no model", "add at least one with name and backend, or leave out --models");
        }
        return new ModelsFile(
                file,
                models,
                List.copyOf(tiers),
                roles(fields, tiers),
                amount(fields, "most_price"),
                count(fields, "escalations"),
                flag(fields, "advisor", true),
                fields.optional("sceptics").map(Item::texts).orElse(List.of()),
                flag(fields, "dream", false),
                fields.list("knowledge").stream()
                        .map(item -> Paths.folder(item, base))
                        .toList(),
                outside(fields.list("outside")),
                BudgetSettings.ofModels(fields.optional("budget")),
                fields.optional("agent").map(item -> agent(item, names)),
                fields.optional("candidates")
                        .map(item -> OptionalInt.of(candidates(item)))
                        .orElse(OptionalInt.empty()));
    }

    /** Returns a policy with what is declared here. */
    public LoopPolicy policy(LoopPolicy declared) {
        return candidates.isPresent()
                ? declared.toBuilder().candidates(candidates.getAsInt()).build()
                : declared;
    }

    private static int candidates(Item item) {
        if (item.positive() > MAX_CANDIDATES) {
            throw item.error("was " + item.text(), "give at most " + MAX_CANDIDATES);
        }
        return item.positive();
    }

    private static Agent agent(Item item, Set<String> names) {
        Fields fields = item.fields("model", "tokens", "money", "time", "tool_calls", "output_tokens");
        Item model = fields.required("model", "name one of the models");
        if (!names.contains(model.text())) {
            throw model.error("there is no model '" + model.text() + "'", Nearest.remedy(model.text(), names));
        }
        ToolBudget usual = ToolBudget.DEFAULT;
        return new Agent(
                model.text(),
                new ToolBudget(
                        fields.optional("tokens")
                                .map(Item::positive)
                                .map(Integer::longValue)
                                .orElse(usual.mostTokens()),
                        fields.optional("money").map(Item::amount).orElse(usual.mostMoney()),
                        fields.optional("time").map(Item::duration).orElse(usual.mostTime()),
                        fields.optional("tool_calls").map(Item::positive).orElse(usual.mostToolCalls()),
                        fields.optional("output_tokens").map(Item::positive).orElse(usual.mostOutputTokens())));
    }

    private static List<Map<String, String>> outside(List<Item> items) {
        Set<String> names = new HashSet<>();
        List<Map<String, String>> all = new ArrayList<>();
        for (Item item : items) {
            Fields fields = item.fields(OUTSIDE);
            Map<String, String> settings = new LinkedHashMap<>();
            item.entries().forEach((key, value) -> settings.put(key, value.textOrEmpty()));
            String service = fields.required("service", "name the service: arxiv, github, releases, opensearch or mcp")
                    .text();
            if (service.equals("mcp")) {
                fields.required("command", "give the command that starts the server");
            } else {
                fields.required("url", "give the address of the service");
            }
            if (!names.add(settings.getOrDefault("name", service))) {
                throw item.error("a second source has this name", "give it another 'name'");
            }
            all.add(settings);
        }
        return all;
    }

    private static Model model(Item item, Path base, Set<String> names, Set<String> tiers) {
        Fields fields = item.fields(
                "name", "backend", "tier", "settings", "price", "most_price", "most_output_tokens", "own_tokens");
        String name = fields.required("name", "give the model a name").text();
        if (!names.add(name)) {
            throw item.error("a second model has the name '" + name + "'", "rename one of them");
        }
        String tier = fields.optional("tier").map(Item::text).orElse(TIER);
        tiers.add(tier);
        String backend = fields.required("backend", "name the plugin that asks it; amdahl plugins lists them")
                .text();
        Map<String, String> settings = new LinkedHashMap<>();
        fields.optional("settings")
                .ifPresent(given -> given.entries().forEach((key, value) -> settings.put(key, value.textOrEmpty())));
        if (backend.equals(REPLAY)) {
            settings.computeIfPresent("file", (key, path) -> base.resolve(path).toString());
        }
        Optional<List<Double>> price = fields.optional("price").map(given -> price(given, settings));
        return new Model(
                name,
                backend,
                tier,
                settings,
                price,
                amount(fields, "most_price"),
                fields.optional("most_output_tokens")
                        .map(value -> OptionalInt.of(value.positive()))
                        .orElse(OptionalInt.empty()),
                fields.optional("own_tokens").map(Item::positive).orElse(0));
    }

    /** Prices are told to the backend, too: what it has used it prices by them. */
    private static List<Double> price(Item item, Map<String, String> settings) {
        Fields fields = item.fields("input", "cached", "cache_write", "output");
        double input = fields.required("input", "give the price of a million tokens read")
                .amount();
        double output = fields.required("output", "give the price of a million tokens written")
                .amount();
        List<Double> all = List.of(
                input,
                fields.optional("cached").map(Item::amount).orElse(input),
                fields.optional("cache_write").map(Item::amount).orElse(input),
                output);
        List<String> names = List.of("price_input", "price_cached", "price_cache_write", "price_output");
        for (int i = 0; i < names.size(); i++) {
            settings.putIfAbsent(names.get(i), String.valueOf(all.get(i)));
        }
        return all;
    }

    private static Map<String, List<String>> roles(Fields fields, Set<String> tiers) {
        Map<String, List<String>> roles = new LinkedHashMap<>();
        fields.optional("roles")
                .ifPresent(given -> given.entries().forEach((role, item) -> {
                    if (!ROLES.contains(role)) {
                        throw item.error("unknown role '" + role + "'", Nearest.remedy(role, ROLES));
                    }
                    for (String tier : item.texts()) {
                        if (!tiers.contains(tier)) {
                            throw item.error("no model has the tier '" + tier + "'", Nearest.remedy(tier, tiers));
                        }
                    }
                    roles.put(role, item.texts());
                }));
        return roles;
    }

    private static OptionalDouble amount(Fields fields, String key) {
        return fields.optional(key)
                .map(item -> OptionalDouble.of(item.amount()))
                .orElse(OptionalDouble.empty());
    }

    private static OptionalInt count(Fields fields, String key) {
        return fields.optional(key)
                .map(item -> OptionalInt.of((int) item.amount()))
                .orElse(OptionalInt.empty());
    }

    private static boolean flag(Fields fields, String key, boolean usual) {
        return fields.optional(key).map(Item::flag).orElse(usual);
    }
}
