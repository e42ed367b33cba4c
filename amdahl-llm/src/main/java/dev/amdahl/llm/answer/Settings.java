package dev.amdahl.llm.answer;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Reads settings of backends. Stateless, thread-safe. */
public final class Settings {
    private Settings() {}

    /**
     * Returns a text that must be given.
     *
     * @throws InvalidInputException if it is not given or blank
     */
    public static String required(PluginContext context, String name, String remedy) {
        return context.setting(name)
                .filter(value -> !value.isBlank())
                .orElseThrow(() -> new InvalidInputException("setting `" + name + "`", "not given", remedy));
    }

    /**
     * Returns a number, if given.
     *
     * @throws InvalidInputException if it is given and no number within the bounds
     */
    public static OptionalDouble number(PluginContext context, String name, double least, double most) {
        if (context.setting(name).isEmpty()) {
            return OptionalDouble.empty();
        }
        String value = context.setting(name).get();
        try {
            double number = Double.parseDouble(value);
            if (number >= least && number <= most) {
                return OptionalDouble.of(number);
            }
            throw wrong(name, value, least, most, null);
        } catch (NumberFormatException e) {
            throw wrong(name, value, least, most, e);
        }
    }

    private static InvalidInputException wrong(
            String name, String value, double least, double most, @Nullable Throwable cause) {
        return new InvalidInputException(
                "setting `" + name + "`",
                "not a number from " + least + " to " + most + ": " + value,
                "give a number within these bounds",
                cause);
    }

    /**
     * Returns a whole number.
     *
     * @throws InvalidInputException if it is given and no whole number within the bounds
     */
    public static int count(PluginContext context, String name, int least, int most, int otherwise) {
        double number = number(context, name, least, most).orElse(otherwise);
        if (number != Math.rint(number)) {
            throw wrong(name, String.valueOf(number), least, most, null);
        }
        return (int) number;
    }
}
