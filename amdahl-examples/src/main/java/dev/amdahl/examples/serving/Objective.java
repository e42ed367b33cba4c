package dev.amdahl.examples.serving;

import dev.amdahl.spi.InvalidInputException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Within which times an answer is a good one. Immutable.
 *
 * @param limits all of which must be kept; at least one
 */
public record Objective(List<Limit> limits) {
    private static final Pattern LIMIT =
            Pattern.compile("\\s*([a-z]+)\\s*<=?\\s*([0-9]{1,9}(?:\\.[0-9]{1,6})?)\\s*(ms|s|m)\\s*");
    private static final Map<String, Double> UNITS = Map.of("ms", 1e-3, "s", 1.0, "m", 60.0);

    public Objective {
        limits = List.copyOf(limits);
    }

    /** The times of an answer. */
    public enum Part {
        /** From when it was to be sent until the last byte. */
        LATENCY,
        /** From when it was to be sent until the first token of a stream, or the first byte. */
        FIRST,
        /** The mean time of each token of a stream after the first. */
        TOKEN;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One bound.
     *
     * @param part what is bounded
     * @param seconds by how much
     */
    public record Limit(Part part, double seconds) {
        String words() {
            return part.word() + "<="
                    + BigDecimal.valueOf(Math.round(seconds * 1e6), 3)
                            .stripTrailingZeros()
                            .toPlainString() + "ms";
        }
    }

    /**
     * Reads {@code latency<=200ms, first<=50ms, token<=20ms}.
     *
     * @throws InvalidInputException saying what it should look like
     */
    public static Objective parse(String place, String text) {
        return new Objective(Pattern.compile(",")
                .splitAsStream(text)
                .map(part -> limit(place, part))
                .toList());
    }

    private static Limit limit(String place, String text) {
        Matcher matcher = LIMIT.matcher(text);
        if (matcher.matches()) {
            for (Part part : Part.values()) {
                if (part.word().equals(matcher.group(1))) {
                    double seconds = Double.parseDouble(matcher.group(2)) * UNITS.getOrDefault(matcher.group(3), 1.0);
                    if (seconds > 0) {
                        return new Limit(part, seconds);
                    }
                }
            }
        }
        throw wrong(place, text);
    }

    private static InvalidInputException wrong(String place, String text) {
        return new InvalidInputException(
                place,
                "'" + text.strip() + "' is not a bound on a response time",
                "write it like latency<=200ms; "
                        + Arrays.stream(Part.values()).map(Part::word).collect(Collectors.joining(", "))
                        + " can be bounded, each for every answer");
    }

    /** Returns whether an answer came, and kept all bounds. */
    boolean isMetBy(Answered answer) {
        return answer.isGood() && limits.stream().allMatch(limit -> answer.seconds(limit.part()) <= limit.seconds());
    }

    /** Returns it as it is written. */
    public String words() {
        return limits.stream().map(Limit::words).collect(Collectors.joining(", "));
    }
}
