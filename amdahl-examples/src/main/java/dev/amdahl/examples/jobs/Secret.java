package dev.amdahl.examples.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Something that no file of jobs should hold: where it is read when it is needed. Immutable.
 *
 * @param origin where it stands
 * @param name the variable, the path of the file, or the text itself where it is none to keep
 */
public record Secret(Origin origin, String name) {
    private static final int MAX_BYTES = 1 << 14;

    /** Where a secret stands. */
    public enum Origin {
        /** In a variable of the environment. */
        ENVIRONMENT,
        /** In a file; line breaks at its end are not part of it. */
        FILE,
        /** It is none: it stands in the jobs file. */
        TEXT
    }

    static Secret text(String text) {
        return new Secret(Origin.TEXT, text);
    }

    /** Reads {@code {environment: NAME}} or {@code {file: PATH}}. */
    static Secret read(Item item, Path base) {
        if (!item.isMapping()) {
            throw item.error(
                    "would be readable by everyone who reads this file",
                    "write {environment: NAME} or {file: PATH}, and keep it there");
        }
        Fields fields = item.fields("environment", "file");
        if (fields.given("environment", "file").size() != 1) {
            throw item.error("needs one place", "write {environment: NAME} or {file: PATH}");
        }
        return fields.optional("environment")
                .map(name -> new Secret(Origin.ENVIRONMENT, name.text()))
                .orElseGet(() -> new Secret(
                        Origin.FILE,
                        base.resolve(fields.required("file", "").text())
                                .normalize()
                                .toString()));
    }

    /**
     * Returns it, as it is now.
     *
     * @throws InvalidInputException if it is not where it should be; the message does not hold it
     */
    public String value() {
        return switch (origin) {
            case TEXT -> name;
            case ENVIRONMENT -> ofEnvironment();
            case FILE -> ofFile();
        };
    }

    private String ofEnvironment() {
        String value = System.getenv(name);
        if (value == null || value.isBlank()) {
            throw new InvalidInputException("variable " + name, "is not set", "set it where amdahl is started");
        }
        return oneLine("variable " + name, value);
    }

    private String ofFile() {
        try {
            Path file = Path.of(name);
            if (Files.size(file) > MAX_BYTES) {
                throw new InvalidInputException(name, "is larger than " + MAX_BYTES + " bytes", "name the right file");
            }
            return oneLine(name, Files.readString(file, UTF_8));
        } catch (IOException e) {
            throw new InvalidInputException(name, "cannot be read", "put the secret there, for this user alone", e);
        }
    }

    private static String oneLine(String place, String text) {
        String value = text.strip();
        if (value.isEmpty() || value.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidInputException(place, "does not hold one line of text", "put the secret alone there");
        }
        return value;
    }
}
