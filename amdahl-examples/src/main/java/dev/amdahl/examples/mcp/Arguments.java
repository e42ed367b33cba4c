package dev.amdahl.examples.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.examples.jobs.Nearest;
import dev.amdahl.spi.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The arguments of one call, each checked before it is used: untrusted. Immutable. */
final class Arguments {
    private final String tool;
    private final Map<String, Object> given;

    /** @throws InvalidInputException for an argument that the tool does not have */
    Arguments(String tool, Map<String, Object> given, Set<String> known) {
        this.tool = tool;
        this.given = given;
        for (String name : given.keySet()) {
            if (!known.contains(name)) {
                throw error(name, "is not known", Nearest.remedy(name, known));
            }
        }
    }

    InvalidInputException error(String name, String problem, String remedy) {
        return new InvalidInputException(tool + "." + shown(name), problem, remedy);
    }

    /** Returns a text of a client, as a message may repeat it. */
    static String shown(String text) {
        return shown(text, 60);
    }

    /** Returns the same, of at most so many characters. */
    static String shown(String text, int most) {
        String clean = text.replaceAll("[\\p{Cntrl}\\s]+", " ");
        return clean.length() <= most ? clean : clean.substring(0, most) + "...";
    }

    Optional<Object> value(String name) {
        return Optional.ofNullable(given.get(name));
    }

    Optional<String> text(String name, int most) {
        Object value = given.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof String text)) {
            throw error(name, "is not text", "give a string");
        }
        if (text.length() > most || text.indexOf('\0') >= 0) {
            throw error(name, "has " + text.length() + " characters", "give at most " + most + ", none of them NUL");
        }
        if (!UTF_8.newEncoder().canEncode(text)) {
            throw error(name, "holds half a character", "give whole ones");
        }
        return text.isBlank() ? Optional.empty() : Optional.of(text);
    }

    String required(String name, int most) {
        return text(name, most).orElseThrow(() -> error(name, "is missing", "give it"));
    }

    /** Returns a list of texts; empty where there is none. */
    List<String> texts(String name, int most) {
        Object value = given.getOrDefault(name, List.of());
        if (!(value instanceof List<?> list) || list.size() > most) {
            throw error(name, "is not a list of at most " + most, "give an array of strings");
        }
        List<String> texts = new ArrayList<>();
        for (Object each : list) {
            if (!(each instanceof String text)) {
                throw error(name, "is not text", "give an array of strings");
            }
            texts.add(text);
        }
        return texts;
    }

    /** Returns a short name: letters, digits, dash, dot and underscore, beginning with a letter or digit. */
    String id(String name) {
        String id = required(name, 100);
        if (!id.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
            throw error(name, "'" + shown(id) + "' is not an id", "give letters and digits only");
        }
        return id;
    }

    boolean flag(String name) {
        Object value = given.getOrDefault(name, false);
        if (!(value instanceof Boolean flag)) {
            throw error(name, "was " + shown(String.valueOf(value)), "give true or false");
        }
        return flag;
    }

    /** Returns a finite number of at least 0. */
    double amount(String name, Object value) {
        if (!(value instanceof Number number)
                || !(number.doubleValue() >= 0)
                || Double.isInfinite(number.doubleValue())) {
            throw error(name, "was " + shown(String.valueOf(value)), "give a finite number of at least 0");
        }
        return number.doubleValue();
    }

    /** Returns a number from 0 to 1. */
    double share(String name, Object value) {
        if (amount(name, value) > 1) {
            throw error(name, "was " + shown(String.valueOf(value)), "give a number from 0 to 1");
        }
        return amount(name, value);
    }

    int number(String name, int usual, int least, int most) {
        Object value = given.getOrDefault(name, usual);
        if (!(value instanceof Number number)
                || number.doubleValue() != Math.rint(number.doubleValue())
                || number.doubleValue() < least
                || number.doubleValue() > most) {
            throw error(
                    name, "was " + shown(String.valueOf(value)), "give a whole number from " + least + " to " + most);
        }
        return number.intValue();
    }
}
