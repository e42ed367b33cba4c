package dev.amdahl.examples.init;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.spi.job.Guardrail;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What two equal runs tell of a job: how its work is counted, what can be compared, what must not worsen. Every proposal was tried on
 * both runs.
 *
 * @param workUnits a pattern that gives the same number of both; empty if nothing does
 * @param units what it counts
 * @param outputs what both wrote alike
 * @param guardrails figures of quality that both print
 * @param kept files that both wrote and that differ, or are too large to look into
 * @param findings sentences for people
 */
record Measured(
        Optional<ValueSource.Stdout> workUnits,
        String units,
        List<OutputRule> outputs,
        List<Guardrail> guardrails,
        List<String> kept,
        List<String> findings) {
    private static final List<String> UNITS = List.of(
            "samples",
            "images",
            "tokens",
            "examples",
            "sequences",
            "records",
            "rows",
            "frames",
            "documents",
            "requests",
            "queries",
            "sentences",
            "prompts",
            "files",
            "items",
            "batches",
            "steps",
            "iterations",
            "iters",
            "epochs");
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?");
    private static final List<String> BETTER_LOW = List.of("loss", "perplexity", "ppl", "error", "rmse", "mse", "mae");
    private static final List<String> BETTER_HIGH = List.of("accuracy", "acc", "f1", "bleu", "auc", "map", "score");
    private static final Pattern OF_TIME = Pattern.compile(
            "(?i).*(time|second|date|elapsed|duration|stamp|speed|throughput|per_sec|latency|pid|host).*");
    private static final Pattern DECIMAL = Pattern.compile("[0-9][.][0-9]");
    private static final double TOLERANCE = 1e-5;
    private static final double LEARNED_TOLERANCE = 1e-3;
    private static final double MIN_MARGIN = .01;
    private static final double MAX_MARGIN = .5;
    private static final long MAX_BYTES = 4 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    Measured {
        outputs = List.copyOf(outputs);
        guardrails = List.copyOf(guardrails);
        kept = List.copyOf(kept);
        findings = List.copyOf(findings);
    }

    /**
     * Compares two runs.
     *
     * @param trains whether the job learns: a change that only rounds otherwise, such as another number of threads, moves what it writes
     */
    static Measured of(ShortRun first, ShortRun second, boolean trains) {
        List<String> findings = new ArrayList<>();
        List<OutputRule> outputs = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        boolean prints = !first.stdout().isBlank();
        if (prints && first.stdout().equals(second.stdout())) {
            outputs.add(new OutputRule("-", alike(first.stdout(), trains)));
        }
        for (Map.Entry<String, Path> file : new TreeMap<>(first.written()).entrySet()) {
            Path other = second.written().get(file.getKey());
            if (other == null) {
                findings.add(file.getKey()
                        + " was written only by the first run: the job does different work when it runs again");
                continue;
            }
            compare(file.getKey(), file.getValue(), other, trains)
                    .ifPresentOrElse(
                            comparison -> outputs.add(new OutputRule(file.getKey(), comparison)),
                            () -> kept.add(file.getKey()));
        }
        second.written().keySet().stream()
                .filter(path -> !first.written().containsKey(path))
                .sorted()
                .forEach(path -> findings.add(
                        path + " was written only by the second run: the job does different work when it runs again"));
        Optional<Count> count = count(first.stdout(), second.stdout());
        return new Measured(
                count.map(found -> new ValueSource.Stdout(found.pattern())),
                count.map(Count::unit).orElse(""),
                outputs,
                guardrails(first.stdout(), second.stdout()),
                kept,
                findings);
    }

    /** Text that both wrote alike: numbers in it may be rounded otherwise. */
    private static OutputRule.Comparison alike(String text, boolean trains) {
        return DECIMAL.matcher(text).find()
                ? new OutputRule.Numeric(trains ? LEARNED_TOLERANCE : TOLERANCE, 0)
                : new OutputRule.Exact();
    }

    /** How two files are alike; empty if they are not, or if what was learned lies in them as bytes. */
    private static Optional<OutputRule.Comparison> compare(String name, Path first, Path second, boolean trains) {
        try {
            if (Files.mismatch(first, second) < 0 && Files.size(first) > MAX_BYTES) {
                return trains ? Optional.empty() : Optional.of(new OutputRule.Exact());
            }
            if (Files.size(first) > MAX_BYTES || Files.size(second) > MAX_BYTES) {
                return Optional.empty();
            }
            String a = Files.readString(first);
            String b = Files.readString(second);
            if (a.equals(b)) {
                return Optional.of(alike(a, trains));
            }
            return name.endsWith(".json") ? json(a, b) : numeric(a, b, trains);
        } catch (CharacterCodingException binary) {
            return trains || !isSame(first, second) ? Optional.empty() : Optional.of(new OutputRule.Exact());
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static boolean isSame(Path first, Path second) {
        try {
            return Files.mismatch(first, second) < 0;
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static Optional<OutputRule.Comparison> json(String a, String b) {
        try {
            List<String> differing = new ArrayList<>();
            differences(JSON.readTree(a), JSON.readTree(b), "", differing);
            boolean isTime = differing.stream()
                    .allMatch(pointer -> OF_TIME.matcher(pointer.substring(pointer.lastIndexOf('/') + 1))
                            .matches());
            return isTime ? Optional.of(new OutputRule.Json(differing)) : numeric(a, b, false);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static void differences(JsonNode a, JsonNode b, String at, List<String> differing) {
        if (a.equals(b)) {
            return;
        }
        if (!a.isObject() || !b.isObject()) {
            differing.add(at);
            return;
        }
        for (Iterator<String> names = a.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            String pointer = at + "/" + name.replace("~", "~0").replace("/", "~1");
            differences(a.path(name), b.path(name), pointer, differing);
        }
        b.fieldNames().forEachRemaining(name -> {
            if (!a.has(name)) {
                differing.add(at + "/" + name.replace("~", "~0").replace("/", "~1"));
            }
        });
    }

    private static Optional<OutputRule.Comparison> numeric(String a, String b, boolean trains) {
        if (!NUMBER.matcher(a).replaceAll("0").equals(NUMBER.matcher(b).replaceAll("0"))) {
            return Optional.empty();
        }
        Matcher x = NUMBER.matcher(a);
        Matcher y = NUMBER.matcher(b);
        while (x.find() && y.find()) {
            double one = Double.parseDouble(x.group());
            double other = Double.parseDouble(y.group());
            if (Math.abs(one - other) > TOLERANCE * Math.abs(one)) {
                return Optional.empty();
            }
        }
        return Optional.of(new OutputRule.Numeric(trains ? LEARNED_TOLERANCE : TOLERANCE, 0));
    }

    /** A pattern and the unit that it counts. */
    private record Count(String pattern, String unit) {}

    /** The largest unit of work that both print alike, in the order of {@link #UNITS}. */
    private static Optional<Count> count(String first, String second) {
        for (String unit : UNITS) {
            for (String form : List.of(
                    "([0-9]+) " + unit + "\\b",
                    "\\b" + unit + "\"?[=:] ?([0-9]+)",
                    "\\b" + unit + " ([0-9]+)(?![0-9./])")) {
                for (String pattern : List.of(worded(form, first), form)) {
                    OptionalDouble a = last(pattern, first);
                    if (a.isPresent() && a.getAsDouble() > 0 && a.equals(last(pattern, second))) {
                        return Optional.of(new Count(pattern, unit));
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** With the word before the last match, so that another line of the same unit does not count. */
    private static String worded(String form, String text) {
        Matcher matcher = Pattern.compile("([A-Za-z]+[ =:]+)(?=" + form + ")").matcher(text);
        String word = "";
        while (matcher.find()) {
            word = matcher.group(1);
        }
        return word.isEmpty() ? form : "\\b" + word + form;
    }

    private static OptionalDouble last(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        OptionalDouble last = OptionalDouble.empty();
        while (matcher.find()) {
            last = OptionalDouble.of(Double.parseDouble(matcher.group(1)));
        }
        return last;
    }

    private static List<Guardrail> guardrails(String first, String second) {
        List<Guardrail> found = new ArrayList<>();
        BETTER_LOW.forEach(name -> guardrail(name, true, first, second).ifPresent(found::add));
        BETTER_HIGH.forEach(name -> guardrail(name, false, first, second).ifPresent(found::add));
        return found.subList(0, Math.min(2, found.size()));
    }

    private static Optional<Guardrail> guardrail(String name, boolean lowerIsBetter, String first, String second) {
        String pattern = "(?i)\\b" + name + "\"?[ =:]+([0-9]+[.][0-9]+(?:e[-+]?[0-9]+)?)";
        OptionalDouble a = last(pattern, first);
        OptionalDouble b = last(pattern, second);
        if (a.isEmpty() || b.isEmpty() || a.getAsDouble() <= 0) {
            return Optional.empty();
        }
        double differs = Math.abs(b.getAsDouble() / a.getAsDouble() - 1);
        double margin = Math.ceil(100 * Math.max(MIN_MARGIN, 3 * differs)) / 100;
        return margin > MAX_MARGIN
                ? Optional.empty()
                : Optional.of(new Guardrail(name, new ValueSource.Stdout(pattern), lowerIsBetter, margin));
    }
}
