package dev.amdahl.llm.internal.chat;

import dev.amdahl.llm.answer.Settings;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import java.util.Map;

/**
 * The public service of a protocol.
 *
 * @param name of the backend
 * @param address where it is
 * @param keyVariable the environment variable that holds its key by custom
 */
record Service(String name, String address, String keyVariable) {
    static final Service ANTHROPIC = new Service("anthropic", "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY");
    static final Service OPENAI = new Service("openai", "https://api.openai.com/v1", "OPENAI_API_KEY");

    /** Ready for the public service if its key is there. */
    Availability availability(Map<String, String> environment) {
        return availability(keyVariable, environment);
    }

    /** Ready if the key that these settings ask for is there. */
    Availability availability(PluginContext context, Map<String, String> environment) {
        return ChatSettings.isKeyNeeded(context)
                ? availability(context.setting("key_variable").orElse(keyVariable), environment)
                : Availability.ready();
    }

    /** A key put in the place of the variable's name by mistake is not repeated. */
    private static Availability availability(String variable, Map<String, String> environment) {
        if (!Settings.isVariable(variable)) {
            return Availability.unavailable("`key_variable` is not the name of an environment variable");
        }
        return environment.getOrDefault(variable, "").isBlank()
                ? Availability.unavailable("environment variable " + variable
                        + " is not set; name another by `key_variable`, or a server of your own by `base_url`")
                : Availability.ready();
    }
}
