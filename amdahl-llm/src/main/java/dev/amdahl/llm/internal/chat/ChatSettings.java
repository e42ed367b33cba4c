package dev.amdahl.llm.internal.chat;

import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.llm.answer.Settings;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Where a service is and how it is asked. Immutable; its text does not show the key.
 *
 * @param address of the service, with its version, without the path of a call
 * @param model which model
 * @param key the secret; empty where none is asked for
 * @param temperature if it is to be sent
 * @param isSchemaSent whether the service is told the schema of the answer
 * @param thinking most tokens of a turn with tools that may be thoughts, where the service asks for a bound; 0 for none
 * @param retries most further attempts
 * @param prices of tokens
 */
record ChatSettings(
        String address,
        String model,
        Optional<String> key,
        OptionalDouble temperature,
        boolean isSchemaSent,
        int thinking,
        int retries,
        PriceList prices) {
    private static final int MAX_RETRIES = 20;
    private static final int MAX_THINKING = 64_000;
    private static final int RETRIES = 4;

    /** @throws InvalidInputException if one is missing or wrong */
    static ChatSettings of(PluginContext context, Service service, Map<String, String> environment) {
        boolean isElsewhere = context.setting("base_url").isPresent();
        String format = context.setting("response_format").orElse("schema");
        if (!format.equals("schema") && !format.equals("none")) {
            throw new InvalidInputException(
                    "setting `response_format`", "neither schema nor none: " + format, "give one of the two");
        }
        return new ChatSettings(
                Settings.address(
                                "base_url",
                                context.setting("base_url").orElse(service.address()),
                                "http://127.0.0.1:8000/v1")
                        .toString(),
                Settings.required(context, "model", "name the model"),
                key(context, service, environment),
                Settings.number(context, "temperature", 0, 2),
                format.equals("schema"),
                Settings.count(context, "thinking", 0, MAX_THINKING, 0),
                Settings.count(context, "retries", 0, MAX_RETRIES, RETRIES),
                PriceList.of(context, isElsewhere));
    }

    /** Empty for an address of one's own without a variable named: the key of the public service goes nowhere else. */
    private static Optional<String> key(PluginContext context, Service service, Map<String, String> environment) {
        if (!isKeyNeeded(context)) {
            return Optional.empty();
        }
        String variable = context.setting("key_variable").orElse(service.keyVariable());
        return Optional.of(Settings.key(variable, environment));
    }

    static boolean isKeyNeeded(PluginContext context) {
        return context.setting("key_variable").isPresent()
                || context.setting("base_url").isEmpty();
    }

    @Override
    public String toString() {
        return model + " at " + address;
    }
}
