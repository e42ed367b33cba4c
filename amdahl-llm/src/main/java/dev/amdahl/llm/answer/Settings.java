package dev.amdahl.llm.answer;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads settings of backends. Stateless, thread-safe. */
public final class Settings {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern KEY = Pattern.compile("[!-~]+");

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
     * Returns an address on the web.
     *
     * @param form an example of a right one
     * @throws InvalidInputException if the text is none, or holds a user's name
     */
    public static URI address(String name, String text, String form) {
        try {
            URI uri = new URI(text);
            boolean isWeb = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (isWeb && uri.getHost() != null && uri.getUserInfo() == null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            throw new InvalidInputException(
                    "setting `" + name + "`", "no address: " + e.getReason(), "give one such as " + form, e);
        }
        throw new InvalidInputException(
                "setting `" + name + "`",
                "not http or https with a host and nothing before it",
                "give one such as " + form);
    }

    /**
     * Returns the key in the environment variable that the setting {@code key_variable} names; a key put there by mistake is not repeated.
     *
     * @throws InvalidInputException if that names no variable, or one that holds no key
     */
    public static String key(String variable, Map<String, String> environment) {
        if (!isVariable(variable)) {
            throw new InvalidInputException(
                    "setting `key_variable`",
                    "not the name of an environment variable",
                    "name the variable that holds the key, never the key itself");
        }
        String key = Optional.ofNullable(environment.get(variable)).orElse("").strip();
        if (key.isEmpty()) {
            throw new InvalidInputException(
                    "environment variable " + variable, "not set", "put the key of the service there");
        }
        if (!KEY.matcher(key).matches()) {
            throw new InvalidInputException(
                    "environment variable " + variable,
                    "no key: it holds blanks or control characters",
                    "set it again");
        }
        return key;
    }

    /** Returns whether a text can be the name of an environment variable. */
    public static boolean isVariable(String name) {
        return VARIABLE.matcher(name).matches();
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
