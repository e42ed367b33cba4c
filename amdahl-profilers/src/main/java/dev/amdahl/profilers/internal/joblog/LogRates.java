package dev.amdahl.profilers.internal.joblog;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * What trainers print beside a step: TFLOP/s, samples and tokens a second, and the scale of the gradients' noise. Of one step each counts once, however many loggers write it,
 * and what the trainer says before what a timer beside it says. Where batch and length are printed, the rates are computed from them.
 * Not thread-safe.
 */
final class LogRates {
    private static final String SAMPLES = "log_samples_per_second";
    private static final String TOKENS = "log_tokens_per_second";
    private static final String NOISE_SCALE = "noise_scale_per_batch";
    private static final Pattern BATCH = figure("global[ _]batch[ _]size", "\\d{1,9}");
    private static final Pattern NOISE =
            figure("(?:gradient[ _])?noise[ _]scale", "\\d{1,12}(?:\\.\\d{1,12})?(?:E[+-]?\\d{1,2})?");
    private static final Pattern LENGTH = figure("actual[ _]seq[ _]?len(?:gth)?", "\\d{1,9}");

    /** The pattern that comes first counts, whichever line it is in. */
    private static final Map<String, List<Pattern>> PRINTED = Map.of(
            "log_tflops_per_accelerator",
            List.of(rate("TFLOP(?:s|/s)?(?:[ _/](?:per[ _])?GPU)?")),
            SAMPLES,
            List.of(rate("samples[ _/]?(?:per[ _]?)?sec(?:ond)?"), rate("CurrSamplesPerSec")),
            TOKENS,
            List.of(rate("tokens[ _/](?:per[ _])?s(?:ec(?:ond)?)?")),
            "log_tokens_per_second_per_accelerator",
            List.of(rate("(?:tokens[ _]per[ _]gpu[ _]per[ _]second(?:[ _]?\\(?tgs)?|tokens/s(?:ec)?/gpu)")));

    private final Map<String, DoubleStream.Builder> kept = new TreeMap<>();
    private final Map<String, Double> current = new HashMap<>();
    private final Map<String, Integer> rank = new HashMap<>();
    private double batch = Double.NaN;
    private double noise = Double.NaN;
    private double length = Double.NaN;

    private static Pattern rate(String words) {
        return figure(words + "\\)?", "\\d{1,12}(?:\\.\\d{1,12})?");
    }

    private static Pattern figure(String words, String number) {
        return Pattern.compile("(?i)(?<![a-z])" + words + "[\\s:=|]{1,12}(" + number + ")(?![\\d.])");
    }

    /** Takes a line of the step that is at hand. */
    void line(String text) {
        PRINTED.forEach((name, patterns) -> {
            for (int i = 0; i < patterns.size() && i < rank.getOrDefault(name, patterns.size()); i++) {
                OptionalDouble found = number(patterns.get(i), text);
                if (found.isPresent()) {
                    current.put(name, found.getAsDouble());
                    rank.put(name, i);
                }
            }
        });
        batch = number(BATCH, text).orElse(batch);
        length = number(LENGTH, text).orElse(length);
        noise = number(NOISE, text).orElse(noise);
    }

    private static OptionalDouble number(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? OptionalDouble.of(Double.parseDouble(found.group(1))) : OptionalDouble.empty();
    }

    /** Ends the step that is at hand, which counts if it is new; its length is NaN if no line gives one. */
    void end(double seconds, boolean isNew) {
        if (seconds > 0 && batch > 0) {
            current.put(SAMPLES, batch / seconds);
            if (length > 0) {
                current.put(TOKENS, batch * length / seconds);
            }
        }
        if (batch > 0 && noise > 0) {
            current.put(NOISE_SCALE, noise / batch);
        }
        if (isNew) {
            current.forEach((name, value) ->
                    kept.computeIfAbsent(name, any -> DoubleStream.builder()).add(value));
        }
        current.clear();
        rank.clear();
        batch = Double.NaN;
        length = Double.NaN;
        noise = Double.NaN;
    }

    /** Returns the lower median of each over the steps that have it. Once. */
    Map<String, Double> medians() {
        Map<String, Double> medians = new TreeMap<>();
        kept.forEach((name, values) -> {
            double[] sorted = values.build().sorted().toArray();
            medians.put(name, sorted[(sorted.length - 1) / 2]);
        });
        return medians;
    }
}
