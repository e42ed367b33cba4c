package dev.amdahl.spi.hypothesis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * How an idea becomes a lever of a job: which of its settings to look for, and what to try.
 *
 * @param idea the id of the idea
 * @param addresses the classes it may relieve, main one first
 * @param options options of a command, without leading hyphens, in lower case, with hyphens between words
 * @param variables environment variables
 * @param values what to try: values as they are, {@code cores}, {@code cores/2}, {@code x4}, {@code /4}, or {@code not}
 * @param assumed the value that a variable has where nobody sets it, in the same form; empty where the job must set or read it itself
 * @param libraries the job imports one of them; empty where any job will do
 * @param changesResults whether another value changes what the job computes, as a batch size does in training
 */
public record LeverTemplate(
        String idea,
        List<Bottleneck> addresses,
        List<String> options,
        List<String> variables,
        List<String> values,
        Optional<String> assumed,
        Set<String> libraries,
        boolean changesResults) {
    /** The most values of one lever: each costs an experiment. */
    public static final int MAX_VALUES = 3;

    public LeverTemplate {
        addresses = List.copyOf(addresses);
        options = List.copyOf(options);
        variables = List.copyOf(variables);
        values = List.copyOf(values);
        libraries = Set.copyOf(libraries);
    }

    /** Returns whether an option, typed with any hyphens or underscores, is one that it looks for. */
    public boolean takes(String option) {
        return options.contains(option.replaceFirst("^-+", "").replace('_', '-').toLowerCase(Locale.ROOT));
    }

    /** Returns whether it makes sense in a program that imports these. */
    public boolean suits(Set<String> imported) {
        return libraries.isEmpty() || libraries.stream().anyMatch(imported::contains);
    }

    /** Returns the value of a variable that nobody sets, on a machine of so many cores. */
    public Optional<String> assumed(int cores) {
        return assumed.flatMap(form -> value(form, "", cores));
    }

    /**
     * Returns what to try, at most {@value #MAX_VALUES}, without the present value.
     *
     * @param current the present value; forms that need a number or a yes or no give nothing where it is none
     * @param cores processor cores of the machine, at least 1
     */
    public List<String> values(String current, int cores) {
        List<String> all = new ArrayList<>();
        for (String form : values) {
            value(form, current, cores)
                    .filter(value -> !value.equalsIgnoreCase(current) && !all.contains(value))
                    .ifPresent(all::add);
        }
        return all.subList(0, Math.min(MAX_VALUES, all.size()));
    }

    private static Optional<String> value(String form, String current, int cores) {
        if (form.equals("not")) {
            return negated(current);
        }
        if (form.matches("cores(/[0-9]+)?")) {
            int by = form.equals("cores") ? 1 : Integer.parseInt(form.substring("cores/".length()));
            return Optional.of(Integer.toString(Math.max(1, cores / by)));
        }
        if (form.matches("[x/][0-9]+")) {
            double factor = Double.parseDouble(form.substring(1));
            OptionalDouble number = number(current);
            return number.isEmpty() || number.getAsDouble() <= 0
                    ? Optional.empty()
                    : scaled(number.getAsDouble(), form.charAt(0) == 'x' ? factor : 1 / factor);
        }
        return Optional.of(form);
    }

    private static Optional<String> negated(String current) {
        return switch (current) {
            case "true" -> Optional.of("false");
            case "false" -> Optional.of("true");
            case "True" -> Optional.of("False");
            case "False" -> Optional.of("True");
            case "0" -> Optional.of("1");
            case "1" -> Optional.of("0");
            default -> Optional.empty();
        };
    }

    /** A whole number stays one, and is not rounded to nothing. */
    private static Optional<String> scaled(double number, double factor) {
        double result = number * factor;
        if (number != Math.rint(number)) {
            return Optional.of(Double.toString(result));
        }
        return result < 1 ? Optional.empty() : Optional.of(Long.toString(Math.round(result)));
    }

    private static OptionalDouble number(String text) {
        try {
            double number = Double.parseDouble(text);
            return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }
}
