package dev.amdahl.spi.hypothesis;

/**
 * One lever moved from one value to another. Immutable.
 *
 * @param lever the lever's name in the job
 * @param target what it sets: environment variable, argument or resource
 * @param from the present value
 * @param to the proposed value
 */
public record LeverSetting(String lever, Target target, String from, String to) {

    /** What a lever sets. Implementations are immutable. */
    public sealed interface Target {}

    /** An environment variable. */
    public record Environment(String variable) implements Target {}

    /** A word of the command, replaced wherever it stands alone. */
    public record Argument(String placeholder) implements Target {}

    /** The number of accelerators. */
    public record AcceleratorCount() implements Target {}

    /** The whole command, run by {@code sh -c}. */
    public record ShellCommand() implements Target {}

    /** Nothing yet: the job declares no lever for what an idea asks for. */
    public record Undeclared() implements Target {}
}
