package dev.amdahl.spi.profiler;

import java.util.List;

/**
 * A setting that a program takes, as its source declares it.
 *
 * @param kind how it is given
 * @param name an option as it is typed, {@code --num-workers}; the name of a variable; or a call and its keyword,
 *     {@code DataLoader.num_workers}
 * @param aliases other ways to type the option
 * @param type what it takes
 * @param value its default, or what the call gives; empty text where the source does not tell
 * @param choices the values that it allows; empty where any
 * @param reader what reads it, such as {@code argparse}
 * @param file relative to the folder that was asked for, with {@code /} between folders
 * @param line from 1
 */
public record SourceSetting(
        Kind kind,
        String name,
        List<String> aliases,
        Type type,
        String value,
        List<String> choices,
        String reader,
        String file,
        int line) {
    public SourceSetting {
        aliases = List.copyOf(aliases);
        choices = List.copyOf(choices);
    }

    /** The way it is given. */
    public enum Kind {
        /** A word of the command. */
        OPTION,
        /** An environment variable. */
        VARIABLE,
        /** An argument of a call in the code: only a change of the code sets it. */
        KEYWORD
    }

    /** What a setting takes. */
    public enum Type {
        /** A whole number. */
        INTEGER,
        /** A number. */
        NUMBER,
        /** Words. */
        TEXT,
        /** {@code true} or {@code false}, written as a value. */
        BOOLEAN,
        /** Nothing: it is there or not. Its name is the word that changes something, such as {@code --no-amp} where that is on. */
        FLAG
    }

    /** Returns where it was found, such as {@code train.py:14 (argparse)}. */
    public String place() {
        return file + ":" + line + " (" + reader + ")";
    }
}
