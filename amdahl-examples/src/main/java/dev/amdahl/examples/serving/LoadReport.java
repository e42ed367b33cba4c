package dev.amdahl.examples.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/**
 * What a load has shown; all but the number of requests is counted over those after the warm-up.
 *
 * @param sent all requests
 * @param measured those that were due after the warm-up
 * @param objective what makes an answer a good one
 * @param window seconds in which the measured ones were due
 * @param readySeconds from the start of the server until it was ready
 * @param engine what its page of metrics showed, where there is one
 * @param digests of what was asked and what was answered
 */
public record LoadReport(
        int sent,
        List<Answered> measured,
        Objective objective,
        double window,
        double readySeconds,
        Optional<EngineFigures> engine,
        SortedSet<String> digests) {
    /** What a request and its answer are written as, for a comparison of answers. */
    private static final String ARROW = " -> ";

    static LoadReport of(
            List<Answered> all,
            Requests requests,
            Objective objective,
            double warmUp,
            double duration,
            double readySeconds,
            Optional<EngineFigures> engine) {
        List<Answered> measured = all.stream()
                .filter(answer -> answer.intended() >= Math.round(warmUp * 1e9))
                .toList();
        SortedSet<String> digests = new TreeSet<>();
        all.stream()
                .filter(Answered::isGood)
                .forEach(answer -> digests.add(requests.digest(answer.index()) + ARROW + answer.digest()));
        return new LoadReport(all.size(), measured, objective, duration - warmUp, readySeconds, engine, digests);
    }

    /** Returns how many answers kept the objective. */
    public long good() {
        return measured.stream().filter(objective::isMetBy).count();
    }

    /** Returns how many requests have no answer, by the reason. */
    Map<String, Integer> failures() {
        Map<String, Integer> failures = new TreeMap<>();
        measured.forEach(answer -> {
            if (answer.failure() != null) {
                failures.merge(answer.failure(), 1, Integer::sum);
            }
        });
        return failures;
    }

    /** Returns the document of {@code --json}; what was not measured is null. */
    public ObjectNode json() {
        List<Answered> answered = measured.stream().filter(Answered::isGood).toList();
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("requests", sent)
                .put("measured", measured.size())
                .put("answered", answered.size())
                .put("good", good())
                .put("objective", objective.words())
                .put("window_seconds", window)
                .put("ready_seconds", readySeconds)
                .put("goodput_per_second", good() / window)
                .put("answered_per_second", answered.size() / window);
        quantiles(json, "latency", histogram(answered, answer -> answer.seconds(Objective.Part.LATENCY)));
        quantiles(json, "first", histogram(answered, answer -> answer.seconds(Objective.Part.FIRST)));
        quantiles(json, "token", tokenGaps(answered));
        double tokens = answered.stream().mapToDouble(Answered::generated).sum();
        json.set("tokens_per_second", number(tokens > 0 ? tokens / window : Double.NaN));
        json.set("prefill_decode_interference", number(interference(answered)));
        json.set(
                "late_p99_seconds",
                number(quantile(histogram(measured, answer -> (answer.sent() - answer.intended()) / 1e9), 99)));
        ObjectNode failures = json.putObject("failures");
        failures().forEach(failures::put);
        json.put("answers", AnswerText.digest(String.join("\n", digests).getBytes(StandardCharsets.UTF_8)));
        json.set("engine", engine.<JsonNode>map(LoadReport::engine).orElseGet(NullNode::getInstance));
        return json;
    }

    private static ObjectNode engine(EngineFigures figures) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("name", figures.engine());
        json.set("running", number(figures.running()));
        json.set("running_max", number(figures.mostRunning()));
        json.set("waiting", number(figures.waiting()));
        json.set("batch_capped_frac", number(figures.capped()));
        json.set("cache_used_frac", number(figures.cache()));
        json.set("queue_seconds", number(figures.queueSeconds()));
        json.set("prompt_tokens", number(figures.promptTokens()));
        json.set("generated_tokens", number(figures.generatedTokens()));
        json.set("preemptions", number(figures.preemptions()));
        return json;
    }

    private static JsonNode number(OptionalDouble value) {
        return number(value.orElse(Double.NaN));
    }

    private static JsonNode number(double value) {
        return Double.isFinite(value) ? JsonNodeFactory.instance.numberNode(value) : NullNode.getInstance();
    }

    private static Histogram histogram(List<Answered> answers, ToDoubleFunction<Answered> seconds) {
        Histogram histogram = new Histogram(3);
        answers.forEach(answer -> histogram.recordValue(micros(seconds.applyAsDouble(answer))));
        return histogram;
    }

    /** Every gap between two tokens of a stream counts by itself, so that a long one is not averaged away. */
    private static Histogram tokenGaps(List<Answered> answers) {
        Histogram histogram = new Histogram(3);
        answers.forEach(answer -> gaps(answer).forEach(gap -> histogram.recordValue(micros(gap / 1e9))));
        return histogram;
    }

    private static LongStream gaps(Answered answer) {
        List<Long> tokens = answer.tokens();
        return tokens.size() < 2
                ? LongStream.empty()
                : IntStream.range(1, tokens.size()).mapToLong(i -> tokens.get(i) - tokens.get(i - 1));
    }

    private static long micros(double seconds) {
        return Math.max(0, Math.round(seconds * 1e6));
    }

    private static double quantile(Histogram histogram, double percent) {
        return histogram.getTotalCount() == 0 ? Double.NaN : histogram.getValueAtPercentile(percent) / 1e6;
    }

    private static void quantiles(ObjectNode json, String name, Histogram histogram) {
        for (int percent : new int[] {50, 90, 99}) {
            json.set(name + "_p" + percent + "_seconds", number(quantile(histogram, percent)));
        }
    }

    /**
     * The share of the time between tokens of streams that is lost where a gap of over three times the usual holds the first token of another
     * answer: the server read that one's prompt instead. NaN where fewer than two answers were streams.
     */
    static double interference(List<Answered> answers) {
        long[] gaps = answers.stream().flatMapToLong(LoadReport::gaps).sorted().toArray();
        long streams =
                answers.stream().filter(answer -> answer.tokens().size() > 1).count();
        if (streams < 2) {
            return Double.NaN;
        }
        double usual = gaps[gaps.length / 2];
        long[] firsts = answers.stream().mapToLong(Answered::first).sorted().toArray();
        double all = LongStream.of(gaps).sum();
        double lost = 0;
        for (Answered answer : answers) {
            List<Long> tokens = answer.tokens();
            for (int i = 1; i < tokens.size(); i++) {
                double gap = tokens.get(i) - tokens.get(i - 1);
                if (gap > 3 * usual && holdsOne(firsts, tokens.get(i - 1) + 1, tokens.get(i))) {
                    lost += gap - usual;
                }
            }
        }
        return all > 0 ? lost / all : Double.NaN;
    }

    private static boolean holdsOne(long[] sorted, long from, long to) {
        int at = Arrays.binarySearch(sorted, from);
        int next = at < 0 ? -at - 1 : at;
        return next < sorted.length && sorted[next] <= to;
    }

    /** Returns the lines for people. */
    public String text() {
        ObjectNode json = json();
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "goodput %.2f requests/s: %d of %d requests after the warm-up kept %s%n",
                good() / window,
                good(),
                measured.size(),
                objective.words()));
        for (String name : List.of("latency", "first", "token")) {
            if (json.get(name + "_p50_seconds").isNumber()) {
                text.append(String.format(
                        Locale.ROOT,
                        "%-8s p50 %s  p90 %s  p99 %s%n",
                        name,
                        millis(json, name + "_p50_seconds"),
                        millis(json, name + "_p90_seconds"),
                        millis(json, name + "_p99_seconds")));
            }
        }
        if (json.get("tokens_per_second").isNumber()) {
            text.append(String.format(
                    Locale.ROOT,
                    "tokens   %.1f/s%n",
                    json.get("tokens_per_second").doubleValue()));
        }
        failures()
                .forEach((why, count) -> text.append("failed   ")
                        .append(count)
                        .append(": ")
                        .append(why)
                        .append('\n'));
        engine.ifPresent(figures -> text.append(words(figures)));
        return text.toString();
    }

    private static String words(EngineFigures figures) {
        StringBuilder text = new StringBuilder(figures.engine());
        append(text, ", running %.1f", figures.running());
        append(text, " (at most %.0f)", figures.mostRunning());
        append(text, ", waiting %.1f", figures.waiting());
        append(text, ", queued %.3f s", figures.queueSeconds());
        append(text, ", held up by the limit on the batch %.0f %% of the time", times(figures.capped(), 100));
        return text.append('\n').toString();
    }

    private static OptionalDouble times(OptionalDouble value, double factor) {
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * factor) : value;
    }

    private static void append(StringBuilder text, String format, OptionalDouble value) {
        value.ifPresent(known -> text.append(String.format(Locale.ROOT, format, known)));
    }

    private static String millis(ObjectNode json, String name) {
        return String.format(Locale.ROOT, "%.1f ms", json.get(name).doubleValue() * 1000);
    }
}
