package dev.amdahl.examples.jobs;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 90s}, {@code 20m}, {@code 1h30m}, {@code 500ms}, {@code 2d}. */
public final class Durations {
    /** What to do about one that cannot be read. */
    public static final String REMEDY = "write it like 90s, 20m or 1h30m";

    private static final Pattern WHOLE = Pattern.compile("(\\d{1,9}(\\.\\d{1,6})?\\s*(ms|s|m|h|d)\\s*)+");
    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ms|s|m|h|d)");

    private Durations() {}

    /** Returns the duration, more than zero; empty when the text is not one. */
    public static Optional<Duration> parse(String text) {
        if (!WHOLE.matcher(text.strip()).matches()) {
            return Optional.empty();
        }
        double seconds = 0;
        Matcher part = PART.matcher(text);
        while (part.find()) {
            seconds += Double.parseDouble(part.group(1)) * unit(part.group(2));
        }
        return seconds > 0 && seconds < 1e9
                ? Optional.of(Duration.ofNanos(Math.round(seconds * 1e9)))
                : Optional.empty();
    }

    private static double unit(String name) {
        return switch (name) {
            case "ms" -> 1e-3;
            case "s" -> 1;
            case "m" -> 60;
            case "h" -> 3600;
            default -> 86_400;
        };
    }
}
