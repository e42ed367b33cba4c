package dev.amdahl.examples.jobs;

import dev.amdahl.examples.serving.Arrivals;
import dev.amdahl.examples.serving.Objective;
import dev.amdahl.examples.serving.ServedLoad;
import dev.amdahl.examples.serving.ThisProgram;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Reads what makes a job a service: how its server is started, when it is ready, what it is asked. A run of it is the command {@code load}
 * around the server's words, so that a scheduler sees a job as any other.
 *
 * @param base the folder of the jobs file
 */
record ServiceReader(Path base) {
    static final String[] KEYS = {"kind", "start", "ready", "load", "objective", "answers"};

    private static final String HERE = "http://127.0.0.1:" + ServedLoad.PORT;
    private static final String USUAL = "goodput_per_second";
    private static final String REPORT = "amdahl-serving.json";
    private static final String ANSWERS = "amdahl-answers.txt";
    private static final Map<String, Boolean> LOWER_IS_BETTER = new TreeMap<>();

    static {
        LOWER_IS_BETTER.put(USUAL, false);
        LOWER_IS_BETTER.put("tokens_per_second", false);
        for (String part : List.of("latency", "first", "token")) {
            for (String percent : List.of("50", "90", "99")) {
                LOWER_IS_BETTER.put(part + "_p" + percent + "_seconds", true);
            }
        }
    }

    /** Returns whether it is one; the keys of one mean nothing elsewhere. */
    static boolean isService(Fields fields) {
        Optional<Item> kind = fields.optional("kind");
        if (kind.isEmpty()) {
            for (String key : fields.given(KEYS)) {
                throw fields.required(key, "").error("is of a service", "add kind: service, or remove it");
            }
            return false;
        }
        String text = kind.get().text();
        if (!text.equals("service")) {
            throw kind.get().error("unknown kind '" + text + "'", "write service, or leave it out");
        }
        for (String key : fields.given("command", "work_units", "probe", "field")) {
            throw fields.required(key, "")
                    .error(
                            "does not fit a service",
                            key.equals("command") ? "name it 'start': what starts the server" : "remove it");
        }
        return true;
    }

    /** Returns the words that start the server. */
    static List<String> start(Fields fields) {
        return Paths.command(fields.required("start", "say what starts the server: [program, argument, ...]"));
    }

    /** Returns the whole command. */
    List<String> command(Fields fields) {
        List<String> words = new ArrayList<>(ThisProgram.command());
        words.addAll(List.of("load", "--json=true", "--log=-", "--report=" + REPORT));
        ready(fields, words);
        load(fields.required("load", "describe the requests: {url: /score, rate: 20, seconds: 60}"), words);
        Item objective = fields.required("objective", "say what a good answer is: latency<=200ms");
        checked(objective, () -> Objective.parse("objective", objective.text()));
        words.add("--objective=" + objective.text());
        if (isCompared(fields)) {
            words.add("--answers=" + ANSWERS);
        }
        words.add("--");
        words.addAll(start(fields));
        return List.copyOf(words);
    }

    private static void ready(Fields fields, List<String> words) {
        Optional<Item> ready = fields.optional("ready");
        if (ready.isEmpty()) {
            return;
        }
        if (!ready.get().isMapping()) {
            words.add("--ready=" + url(ready.get()));
            return;
        }
        Fields how = ready.get().fields("url", "line", "within");
        how.optional("url").ifPresent(url -> words.add("--ready=" + url(url)));
        how.optional("line").ifPresent(line -> words.add("--ready-line=" + line.text()));
        how.optional("within").ifPresent(within -> {
            within.duration();
            words.add("--ready-within=" + within.text());
        });
    }

    private void load(Item item, List<String> words) {
        Fields load = item.fields(
                "url",
                "rate",
                "even",
                "arrivals",
                "seconds",
                "warm_up",
                "body",
                "bodies",
                "headers",
                "timeout",
                "metrics");
        words.add("--url=" + url(load.required("url", "say where requests go: /v1/completions")));
        List<String> times = load.given("rate", "arrivals");
        if (times.size() != 1) {
            throw load.error("needs one of 'rate' and 'arrivals'", "give one of them");
        }
        if (times.get(0).equals("rate")) {
            double seconds = load.required("seconds", "say how long requests are sent: 60")
                    .amount();
            Item rate = load.required("rate", "");
            checked(rate, () -> Arrivals.even(rate.amount(), seconds));
        }
        load.optional("arrivals").ifPresent(file -> words.add("--arrivals=" + arrivals(file)));
        for (String key : List.of("rate", "seconds", "warm_up")) {
            load.optional(key).ifPresent(number -> words.add("--" + key.replace('_', '-') + "=" + number.amount()));
        }
        load.optional("even").filter(Item::flag).ifPresent(any -> words.add("--even=true"));
        load.optional("body").ifPresent(body -> words.add("--body=" + body(body)));
        load.optional("bodies").ifPresent(file -> words.add("--bodies=" + Paths.file(file, base)));
        load.optional("headers")
                .ifPresent(headers -> headers.entries()
                        .forEach((name, value) -> words.add("--header=" + name + ": " + value.text())));
        load.optional("timeout").ifPresent(limit -> {
            limit.duration();
            words.add("--timeout=" + limit.text());
        });
        load.optional("metrics").ifPresent(metrics -> words.add("--metrics=" + url(metrics)));
    }

    /** A name that begins with @ is a file, relative to that of the jobs. */
    private String body(Item item) {
        String text = item.text();
        return text.startsWith("@") ? "@" + base.resolve(text.substring(1)).normalize() : text;
    }

    private Path arrivals(Item item) {
        Path file = Paths.file(item, base);
        checked(item, () -> {
            try {
                return Arrivals.read(file);
            } catch (IOException e) {
                throw item.error(file + " cannot be read: " + e.getMessage(), "check its permissions");
            }
        });
        return file;
    }

    /** Runs a check of another package, whose errors get the place of the item. */
    private static <T> T checked(Item item, Supplier<T> check) {
        try {
            return check.get();
        } catch (InvalidInputException e) {
            throw item.error(e.problem(), e.remedy());
        }
    }

    /** A path alone is one of the server's own, at a port that is free. */
    private static String url(Item item) {
        String text = item.text();
        if (!text.matches("/.*|https?://.+")) {
            throw item.error("'" + text + "' is not a URL", "write a path such as /health, or http://HOST:PORT/PATH");
        }
        return text.startsWith("/") ? HERE + text : text;
    }

    private static boolean isCompared(Fields fields) {
        Optional<Item> answers = fields.optional("answers");
        answers.filter(item -> !item.text().equals("exact")).ifPresent(item -> {
            throw item.error("unknown comparison '" + item.text() + "'", "write exact, or leave it out");
        });
        return answers.isPresent();
    }

    /** Sets how it is measured; the times of requests are given, so that the wall time of a run says nothing. */
    static void measure(Fields fields, JobSpec.Builder job, List<OutputRule> outputs, Map<String, String> artifacts) {
        Optional<Item> metric = fields.optional("metric");
        String name = metric.map(item -> item.fields("name")
                        .required("name", "name it, or leave 'metric' out")
                        .text())
                .orElse(USUAL);
        Boolean lower = LOWER_IS_BETTER.get(name);
        if (lower == null) {
            throw metric.orElseThrow()
                    .error(
                            "unknown metric '" + name + "'",
                            Nearest.remedy(name, List.copyOf(LOWER_IS_BETTER.keySet())));
        }
        job.metric(new MetricSpec(name, Optional.of(figure(name)), lower, Optional.of("load")));
        job.workUnits(figure("requests"));
        List<OutputRule> compared = new ArrayList<>(outputs);
        if (isCompared(fields)) {
            compared.add(new OutputRule(ANSWERS, new OutputRule.Exact()));
        }
        job.outputs(compared);
        Map<String, String> kept = new TreeMap<>(artifacts);
        kept.put("serving", REPORT);
        job.artifacts(kept);
    }

    /** Of the document that the command prints. */
    private static ValueSource figure(String name) {
        return new ValueSource.Stdout("\"" + name + "\"\\s*:\\s*([-+.0-9eE]+)");
    }
}
