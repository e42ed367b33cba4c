package dev.amdahl.spi.job;

import java.util.List;

/**
 * A declared output and how two of them are compared.
 *
 * @param path relative to the working directory; {@code -} is standard output
 * @param comparison when two outputs are equal
 */
public record OutputRule(String path, Comparison comparison) {

    /** The rule by which two outputs are equal. */
    public sealed interface Comparison {}

    /** Same bytes. */
    public record Exact() implements Comparison {}

    /** Same text but for numbers, which agree within {@code absolute + relative * |baseline|}. */
    public record Numeric(double relative, double absolute) implements Comparison {}

    /** Same JSON value once the given pointers are removed. */
    public record Json(List<String> ignore) implements Comparison {
        public Json {
            ignore = List.copyOf(ignore);
        }
    }

    /** Exit code 0 of a command that gets the two paths as its last arguments. */
    public record Command(List<String> command) implements Comparison {
        public Command {
            command = List.copyOf(command);
        }
    }
}
