package dev.amdahl.examples.cli.run;

import dev.amdahl.core.Plugins;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.PluginFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/**
 * A plugin that is selected by name.
 *
 * @param name of the plugin
 * @param settings it is given
 */
public record PluginChoice(String name, Map<String, String> settings) {
    /** The scheduler of this machine. */
    public static final PluginChoice LOCAL = new PluginChoice("local", Map.of());

    /** The same, of trials that end between their arms once this process is dead. */
    public static final PluginChoice OWNED = new PluginChoice("local", Map.of("owned", "true"));

    private static final String NEXT_SETTING = ",(?=[A-Za-z_-]+=)";

    public PluginChoice {
        settings = Map.copyOf(settings);
    }

    /**
     * Reads {@code NAME} or {@code NAME:SETTING=VALUE,...}.
     *
     * @throws InvalidInputException naming the option, if it is neither
     */
    public static PluginChoice of(String option, String text) {
        int colon = text.indexOf(':');
        Map<String, String> settings = new HashMap<>();
        for (String pair : colon < 0 ? new String[0] : text.substring(colon + 1).split(NEXT_SETTING, -1)) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new InvalidInputException(
                        option, "'" + pair + "' is not a setting", "write NAME or NAME:SETTING=VALUE,...");
            }
            settings.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return new PluginChoice(colon < 0 ? text : text.substring(0, colon), settings);
    }

    /** Returns the same plugin with more settings; those that were given take precedence. */
    PluginChoice withDefaults(Map<String, String> defaults) {
        Map<String, String> all = new HashMap<>(defaults);
        all.putAll(settings);
        return new PluginChoice(name, all);
    }

    /**
     * Creates it, with a folder of its own.
     *
     * @throws InvalidInputException if there is none of that name
     */
    public <T> T create(Plugins plugins, Class<? extends PluginFactory<T>> kind, Path directory, Clock clock, long seed)
            throws IOException {
        PluginContext context = PluginSettings.in(directory, clock, seed).with(settings);
        return plugins.create(kind, name, context);
    }
}
