package dev.amdahl.llm.internal.loopback;

import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.llm.LlmRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** A question of a test. */
public record Ask(
        String instructions, String material, Optional<String> schema, int maxOutputTokens, Duration timeLimit)
        implements LlmRequest {
    /** A class, a share and, if there is one, a note. */
    public static final String SCHEMA = """
            {"type":"object","additionalProperties":false,"required":["class","share"],"properties":{
             "class":{"enum":["INPUT_STARVATION","HOST_SERIAL"]},"share":{"type":"number","minimum":0,"maximum":1},
             "note":{"type":"string","maxLength":40}}}""";

    /** An answer that satisfies it. */
    public static final String ANSWER = "{\"class\":\"HOST_SERIAL\",\"share\":0.25}";

    public static Ask text() {
        return new Ask("Name the class.", "the material", Optional.empty(), 100, Duration.ofSeconds(20));
    }

    public static Ask json() {
        return new Ask("Name the class.", "the material", Optional.of(SCHEMA), 100, Duration.ofSeconds(20));
    }

    public Ask within(Duration limit) {
        return new Ask(instructions, material, schema, maxOutputTokens, limit);
    }

    /** What a host gives to a plugin. */
    public record Context(Path directory, Map<String, String> settings, Clock clock) implements PluginContext {
        public Context(Path directory, String... settings) {
            this(directory, pairs(settings), Clock.systemUTC());
        }

        private static Map<String, String> pairs(String... settings) {
            Map<String, String> all = new HashMap<>();
            for (int i = 0; i < settings.length; i += 2) {
                all.put(settings[i], settings[i + 1]);
            }
            return all;
        }

        @Override
        public RandomGenerator random() {
            return new SplittableRandom(1);
        }
    }
}
