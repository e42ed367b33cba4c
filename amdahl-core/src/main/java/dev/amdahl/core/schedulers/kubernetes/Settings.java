package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The settings of a plugin by name, each read as what it should be. Immutable. */
final class Settings {
    /** Followed by an accelerator type: the value of the node label for it. */
    static final String TYPE = "type.";
    /** Followed by an accelerator type: the extended resource that counts those of this type. */
    static final String RESOURCE = "resource.";
    /** Followed by an accelerator type: the template of a claim for one of this type. */
    static final String CLAIM = "claim-template.";

    private static final List<String> BY_TYPE = List.of(TYPE, RESOURCE, CLAIM);

    private final String plugin;
    private final Map<String, String> values;

    /**
     * @param plugin for messages
     * @throws InvalidInputException if one is not known
     */
    Settings(String plugin, Map<String, String> values, Set<String> known) {
        this.plugin = plugin;
        this.values = Map.copyOf(values);
        for (String name : new TreeSet<>(values.keySet())) {
            if (!known.contains(name) && BY_TYPE.stream().noneMatch(name::startsWith)) {
                throw new InvalidInputException(
                        plugin,
                        "setting '" + name + "' is not known",
                        "choose of " + String.join(", ", new TreeSet<>(known)) + ", " + String.join("NAME, ", BY_TYPE)
                                + "NAME");
            }
        }
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).map(String::strip).filter(text -> !text.isEmpty());
    }

    String needed(String name, String remedy) {
        return text(name).orElseThrow(() -> wrong(name, "is missing", remedy));
    }

    Optional<Path> path(String name) {
        return text(name).map(text -> Path.of(text).toAbsolutePath().normalize());
    }

    Optional<Duration> duration(String name) {
        return text(name).map(text -> {
            try {
                Duration duration = Duration.parse(text);
                if (duration.isNegative() || duration.isZero() || duration.toDays() > 3650) {
                    throw wrong(name, "is '" + text + "'", "give more than zero and less than ten years");
                }
                return duration;
            } catch (DateTimeParseException e) {
                throw new InvalidInputException(
                        place(name), "is '" + text + "'", "write it like PT10M or P7D (ISO 8601)", e);
            }
        });
    }

    OptionalInt positive(String name) {
        Optional<String> text = text(name);
        text.filter(digits -> !digits.matches("[1-9]\\d{0,3}")).ifPresent(digits -> {
            throw wrong(name, "is '" + digits + "'", "give a number from 1 to 9999");
        });
        return text.map(digits -> OptionalInt.of(Integer.parseInt(digits))).orElse(OptionalInt.empty());
    }

    /** Returns the values of the settings that begin with a prefix, by the accelerator type after it. */
    Map<String, String> byType(String prefix) {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .collect(Collectors.toUnmodifiableMap(
                        entry -> entry.getKey().substring(prefix.length()),
                        entry -> entry.getValue().strip()));
    }

    InvalidInputException wrong(String name, String problem, String remedy) {
        return new InvalidInputException(place(name), problem, remedy);
    }

    private String place(String name) {
        return plugin + ", setting " + name;
    }
}
