package dev.amdahl.spi;

/**
 * Creates one kind of plugin; found by {@link java.util.ServiceLoader}. Each plugin interface has a factory interface of its own.
 *
 * @param <T> the plugin interface
 */
public interface PluginFactory<T> {

    /** Returns the name by which a host selects it: lower case, unique within its kind. */
    String name();

    /** Returns whether it can work here; must not throw, and must answer within a second. */
    Availability availability();

    /** Returns the same with these settings; must not throw, and must answer within a second. */
    default Availability availability(PluginContext context) {
        return availability();
    }

    /**
     * Creates the plugin.
     *
     * @throws AmdahlException if it is unavailable or its settings are wrong
     */
    T create(PluginContext context);
}
