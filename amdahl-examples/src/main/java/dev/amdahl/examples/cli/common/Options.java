package dev.amdahl.examples.cli.common;

import dev.amdahl.examples.jobs.Durations;
import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Checks of option values. */
public final class Options {
    private Options() {}

    public static int atLeast(String option, int value, int least) {
        if (value < least) {
            throw new InvalidInputException(option, "was " + value, "give at least " + least);
        }
        return value;
    }

    public static int within(String option, int value, int least, int most) {
        if (atLeast(option, value, least) > most) {
            throw new InvalidInputException(option, "was " + value, "give at most " + most);
        }
        return value;
    }

    /** Returns one of the names of some kind of thing. */
    public static String oneOf(String option, String kind, String value, List<String> known) {
        if (!known.contains(value)) {
            int last = known.size() - 1;
            throw new InvalidInputException(
                    option,
                    "no " + kind + " is named '" + value + "'",
                    "choose " + String.join(", ", known.subList(0, last)) + " or " + known.get(last));
        }
        return value;
    }

    /** A folder that is there, or can be made; nothing is. */
    public static Path folder(String option, Path folder) {
        Path there = folder.toAbsolutePath().normalize();
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there) || !Files.isWritable(there)) {
            throw new InvalidInputException(
                    option + " " + folder, there + " is not a folder that can be written", "choose another");
        }
        return folder;
    }

    public static OptionalDouble hours(@Nullable Double value) {
        if (value == null) {
            return OptionalDouble.empty();
        }
        if (!(value >= 0)) {
            throw new InvalidInputException("--budget-hours", "was " + value, "give a number of at least 0");
        }
        return OptionalDouble.of(value);
    }

    public static Duration duration(String option, String text) {
        return Durations.parse(text)
                .orElseThrow(
                        () -> new InvalidInputException(option, "'" + text + "' is not a duration", Durations.REMEDY));
    }
}
