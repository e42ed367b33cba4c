package dev.amdahl.core.internal.schedulers.slurmcommands;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads settings, and says what is wrong with them. */
public final class Setting {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    private Setting() {}

    /** Refuses names that mean nothing, so that a misspelt one is not silently without effect. */
    public static void requireKnown(String plugin, PluginContext context, Collection<String> names, String prefix) {
        for (String name : new TreeSet<>(context.settings().keySet())) {
            if (!names.contains(name) && !(name.startsWith(prefix) && !prefix.isEmpty())) {
                throw new InvalidInputException(
                        plugin + ", setting " + name, "is not known", "use one of " + new TreeSet<>(names));
            }
        }
    }

    /** Returns a duration such as {@code 20m}; the other if it is not set. */
    public static Duration duration(PluginContext context, String name, Duration otherwise) {
        return context.setting(name).map(text -> duration(name, text)).orElse(otherwise);
    }

    /** Returns the duration that a text means. */
    public static Duration duration(String name, String text) {
        Matcher duration = DURATION.matcher(text);
        if (!duration.matches()) {
            throw wrong(name, text, "write a duration such as 10s, 20m or 2h");
        }
        return UNITS.getOrDefault(duration.group(2), Duration.ZERO).multipliedBy(Long.parseLong(duration.group(1)));
    }

    /** Returns a number of at least 1, if set. */
    public static OptionalInt positive(PluginContext context, String name) {
        return context.setting(name)
                .map(text -> OptionalInt.of(Integer.parseInt(matching(name, text, "[1-9]\\d{0,5}"))))
                .orElse(OptionalInt.empty());
    }

    /** Returns the text, if it matches. */
    public static String matching(String name, String text, String pattern) {
        if (!text.matches(pattern)) {
            throw wrong(name, text, "it must match " + pattern);
        }
        return text;
    }

    /** Returns what is wrong with a value, and what to do. */
    public static InvalidInputException wrong(String name, String text, String remedy) {
        return new InvalidInputException("slurm, setting " + name, "is '" + text + "'", remedy);
    }
}
