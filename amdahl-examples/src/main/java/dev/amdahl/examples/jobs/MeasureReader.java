package dev.amdahl.examples.jobs;

import dev.amdahl.spi.job.Guardrail;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** How a job is measured: metric, work units, output, guardrails. */
final class MeasureReader {
    private static final String HOW =
            "give {stdout: \"regular expression with one (group)\"} or {json: FILE, pointer: /path}";
    private static final Map<String, MetricSpec> BUILT_IN = Map.of(
            MetricSpec.ACCELERATOR_SECONDS.name(),
            MetricSpec.ACCELERATOR_SECONDS,
            MetricSpec.WALL_SECONDS.name(),
            MetricSpec.WALL_SECONDS,
            MetricSpec.ACCELERATOR_JOULES.name(),
            MetricSpec.ACCELERATOR_JOULES);

    private MeasureReader() {}

    static MetricSpec metric(Item item) {
        Fields fields = item.fields("name", "stdout", "json", "pointer", "lower_is_better");
        String name = fields.required("name", "name it, or leave 'metric' out").text();
        Optional<ValueSource> source = optionalSource(fields);
        boolean lower = fields.optional("lower_is_better").map(Item::flag).orElse(true);
        MetricSpec builtIn = BUILT_IN.get(name);
        if (builtIn != null && source.isEmpty()) {
            return builtIn;
        }
        if (source.isEmpty()) {
            throw fields.error("metric '" + name + "' has no source and is not built in", to(name) + HOW);
        }
        return new MetricSpec(name, source, lower);
    }

    private static String to(String name) {
        return Nearest.to(name, BUILT_IN.keySet())
                .map(near -> "did you mean '" + near + "'? Otherwise ")
                .orElse("");
    }

    static ValueSource workUnits(Item item) {
        return source(item.fields("stdout", "json", "pointer"));
    }

    static Guardrail guardrail(Item item) {
        Fields fields = item.fields("name", "stdout", "json", "pointer", "lower_is_better", "margin");
        return new Guardrail(
                fields.required("name", "give the guardrail a name").text(),
                source(fields),
                fields.optional("lower_is_better").map(Item::flag).orElse(true),
                fields.optional("margin").map(Item::fraction).orElse(0.0));
    }

    private static ValueSource source(Fields fields) {
        return optionalSource(fields).orElseThrow(() -> fields.error("does not say where its value is found", HOW));
    }

    private static Optional<ValueSource> optionalSource(Fields fields) {
        Optional<Item> stdout = fields.optional("stdout");
        Optional<Item> json = fields.optional("json");
        if (stdout.isPresent() && json.isPresent()) {
            throw fields.error("has both 'stdout' and 'json'", "keep one of them");
        }
        if (stdout.isPresent()) {
            return Optional.of(new ValueSource.Stdout(pattern(stdout.get())));
        }
        if (json.isEmpty()) {
            return Optional.empty();
        }
        Item pointer = fields.required("pointer", "give a JSON pointer such as /work_units");
        return Optional.of(new ValueSource.Json(Paths.inside(json.get()), pointer(pointer)));
    }

    private static String pattern(Item item) {
        String text = item.text();
        try {
            if (Pattern.compile(text).matcher("").groupCount() < 1) {
                throw item.error("'" + text + "' has no group", "put the number in parentheses: ([0-9]+)");
            }
        } catch (PatternSyntaxException e) {
            throw item.error("'" + text + "' is not a regular expression: " + e.getDescription(), "fix it");
        }
        return text;
    }

    private static String pointer(Item item) {
        String text = item.text();
        if (!text.startsWith("/")) {
            throw item.error("'" + text + "' is not a JSON pointer", "start it with '/'");
        }
        return text;
    }

    /** {@code {path, compare: exact}}; a comparison's own keys stand beside it or inside {@code compare: {numeric: {...}}}. */
    static OutputRule output(Item item) {
        Fields fields = item.fields("path", "compare", "relative", "absolute", "ignore", "command");
        Item path = fields.required("path", "name the file that the job writes, or '-' for standard output");
        Optional<Item> compare = fields.optional("compare");
        if (compare.isEmpty()) {
            return new OutputRule(Paths.inside(path), new OutputRule.Exact());
        }
        Item how = compare.get();
        if (!how.isMapping()) {
            return new OutputRule(Paths.inside(path), comparison(how, how.text(), fields));
        }
        Map<String, Item> only = how.entries();
        if (only.size() != 1) {
            throw how.error("names " + only.size() + " comparisons", "keep one: exact, numeric, json or command");
        }
        Map.Entry<String, Item> entry = only.entrySet().iterator().next();
        Item inner = entry.getValue();
        Fields own = inner.isList()
                ? new Fields(inner, Map.of("command", inner))
                : inner.fields("relative", "absolute", "ignore");
        return new OutputRule(Paths.inside(path), comparison(how, entry.getKey(), own));
    }

    private static OutputRule.Comparison comparison(Item how, String name, Fields fields) {
        return switch (name) {
            case "exact" -> new OutputRule.Exact();
            case "numeric" -> numeric(fields);
            case "json" ->
                new OutputRule.Json(fields.list("ignore").stream()
                        .map(MeasureReader::pointer)
                        .toList());
            case "command" ->
                new OutputRule.Command(
                        Paths.command(fields.required("command", "give the comparing command as a list of words")));
            default ->
                throw how.error(
                        "unknown comparison '" + name + "'",
                        Nearest.remedy(name, List.of("exact", "numeric", "json", "command")));
        };
    }

    private static OutputRule.Comparison numeric(Fields fields) {
        if (fields.given("relative", "absolute").isEmpty()) {
            throw fields.error("a numeric comparison needs a tolerance", "give relative: 1e-6 or absolute: 0.01");
        }
        return new OutputRule.Numeric(
                fields.optional("relative").map(Item::amount).orElse(0.0),
                fields.optional("absolute").map(Item::amount).orElse(0.0));
    }
}
