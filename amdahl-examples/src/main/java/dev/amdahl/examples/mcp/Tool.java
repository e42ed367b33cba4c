package dev.amdahl.examples.mcp;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * One thing that an assistant may ask for.
 *
 * @param name how it is called
 * @param description what it does, and when not to use it
 * @param properties the JSON schema of each argument
 * @param required the arguments that must be given
 * @param isReadOnly whether it runs nothing of the user's and writes nothing
 * @param call the work; throws an {@link dev.amdahl.spi.AmdahlException} that becomes one line
 */
record Tool(
        String name,
        String description,
        Map<String, Object> properties,
        Set<String> required,
        boolean isReadOnly,
        Function<Arguments, Reply> call) {
    Map<String, Object> schema() {
        return Map.of(
                "type",
                "object",
                "properties",
                properties,
                "required",
                required.stream().sorted().toList(),
                "additionalProperties",
                false);
    }

    static Map<String, Object> text(String description) {
        return Map.of("type", "string", "description", description);
    }

    static Map<String, Object> texts(String description) {
        return Map.of("type", "array", "items", Map.of("type", "string"), "description", description);
    }

    static Map<String, Object> amount(String description) {
        return Map.of("type", "number", "minimum", 0, "description", description);
    }

    static Map<String, Object> number(String description, int least, int most) {
        return Map.of("type", "integer", "minimum", least, "maximum", most, "description", description);
    }
}
