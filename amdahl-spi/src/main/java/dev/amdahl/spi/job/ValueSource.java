package dev.amdahl.spi.job;

/** The source of a number that a run reports. */
public sealed interface ValueSource {

    /** The first group of the last match of a regular expression in standard output. */
    record Stdout(String pattern) implements ValueSource {}

    /** A JSON pointer into a file, relative to the working directory. */
    record Json(String path, String pointer) implements ValueSource {}
}
