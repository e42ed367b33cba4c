package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.InvalidInputException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Where the fields of a run stand in a table, and in which units. Written {@code family=job_name,started=begin,unit=percent,time=millis}; a
 * field that is not named stands in the column of its own name, if there is one. {@code family=a+b} joins columns by {@code /}. Immutable.
 */
public final class Columns {
    /** Columns named as the fields; shares from 0 to 1; the table's own kind of time. */
    public static final Columns DEFAULT = new Columns(Map.of());

    private static final Pattern NAME = Pattern.compile("[^,=+]+");
    private static final String REMEDY = "write name=column pairs, such as family=job_name,started=begin,time=millis";

    private final Map<String, String> settings;
    private final Map<RunField, List<String>> names = new EnumMap<>(RunField.class);
    private final Map<RunField, String> defaults = new EnumMap<>(RunField.class);
    private final Optional<TimeFormat> time;
    private final boolean isPercent;
    private final double shareOf;
    private final Optional<Pattern> strip;

    /**
     * By settings of those names: a field; {@code default.} and a field; {@code unit} (fraction, percent); {@code time}; {@code share_of};
     * {@code strip}, a pattern of what is no part of a family's name.
     *
     * @throws InvalidInputException if a name or a value is not known
     */
    public Columns(Map<String, String> settings) {
        this.settings = Map.copyOf(settings);
        Optional<TimeFormat> format = Optional.empty();
        boolean percent = false;
        double whole = 1;
        Optional<Pattern> stripped = Optional.empty();
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            String value = setting.getValue();
            switch (setting.getKey()) {
                case "time" -> format = Optional.of(format(value));
                case "unit" -> percent = isPercent(value);
                case "share_of" -> whole = whole(value);
                case "strip" -> stripped = Optional.of(pattern(value));
                default -> field(setting.getKey(), value);
            }
        }
        time = format;
        isPercent = percent;
        shareOf = whole;
        strip = stripped;
    }

    /** Reads the written form. */
    public static Columns parse(String text) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String pair : text.split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 1 || equals == pair.length() - 1) {
                throw new InvalidInputException("--columns", "'" + pair + "' is not a pair", REMEDY);
            }
            settings.put(
                    pair.substring(0, equals).strip(),
                    pair.substring(equals + 1).strip());
        }
        return new Columns(settings);
    }

    /** Returns the settings as given. */
    public Map<String, String> settings() {
        return settings;
    }

    private void field(String key, String value) {
        boolean isDefault = key.startsWith("default.");
        String name = isDefault ? key.substring("default.".length()) : key;
        RunField field = RunField.named(name)
                .orElseThrow(() -> new InvalidInputException(
                        "--columns",
                        "'" + name + "' is not a field of a run",
                        "nearest: "
                                + Nearest.to(
                                        name,
                                        Arrays.stream(RunField.values())
                                                .map(RunField::column)
                                                .toList())));
        if (isDefault) {
            defaults.put(field, value);
            return;
        }
        List<String> parts = List.of(value.split("\\+", -1));
        if (parts.stream().anyMatch(part -> !NAME.matcher(part).matches())
                || (parts.size() > 1 && field != RunField.FAMILY)) {
            throw new InvalidInputException("--columns", "'" + key + "=" + value + "' names no column", REMEDY);
        }
        names.put(field, parts);
    }

    private static TimeFormat format(String value) {
        for (TimeFormat format : TimeFormat.values()) {
            if (format.word().equals(value)) {
                return format;
            }
        }
        throw new InvalidInputException(
                "--columns",
                "time=" + value + " is not known",
                "use epoch-seconds, millis, micros, iso, timestamp, or seconds (since the start of a trace)");
    }

    private static boolean isPercent(String value) {
        if (value.equals("percent") || value.equals("fraction")) {
            return value.equals("percent");
        }
        throw new InvalidInputException("--columns", "unit=" + value + " is not known", "use percent or fraction");
    }

    private static double whole(String value) {
        if (value.matches("[1-9][0-9]{0,8}")) {
            return Integer.parseInt(value);
        }
        throw new InvalidInputException("--columns", "share_of=" + value, "give a whole number such as 1000");
    }

    private static Pattern pattern(String value) {
        try {
            return Pattern.compile(value);
        } catch (PatternSyntaxException e) {
            throw new InvalidInputException(
                    "strip",
                    "'" + value + "' is not a pattern: " + e.getDescription(),
                    "write a regular expression",
                    e);
        }
    }

    /** Returns the columns of a field; its own name where none is given. */
    public List<String> of(RunField field) {
        return names.getOrDefault(field, List.of(field.column()));
    }

    /** Returns whether the column of a field was named, so that it must be there. */
    public boolean isNamed(RunField field) {
        return names.containsKey(field);
    }

    /** Returns what an empty cell of the field means. */
    public Optional<String> ifEmpty(RunField field) {
        return Optional.ofNullable(defaults.get(field));
    }

    /** Returns how instants are written, if that was said. */
    public Optional<TimeFormat> time() {
        return time;
    }

    /** Returns what 1, all of it, is written as. */
    public double whole() {
        return isPercent ? 100 : 1;
    }

    /** Returns what 1 is written as in {@code share}. */
    public double shareOf() {
        return shareOf;
    }

    /** Returns what is no part of the name of a family. */
    public Optional<Pattern> strip() {
        return strip;
    }

    /** Returns a family's name without what is no part of it. */
    public String family(String name) {
        if (strip.isEmpty()) {
            return name;
        }
        String stripped = strip.get().matcher(name).replaceAll("");
        return stripped.isBlank() ? name : stripped;
    }
}
