package dev.amdahl.llm.internal.chat;

import dev.amdahl.llm.internal.loopback.Ask;
import dev.amdahl.llm.internal.loopback.Wire;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmBackendFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/** Backends of tests: prices 10, 1, 12.5 and 50 for a million tokens, two more attempts. */
final class Backends {
    static final String KEY = "k3y-of-the-test-0123456789";

    private Backends() {}

    static LlmBackend of(Wire wire, String address, String... more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "base_url", address,
                "model", "model-1",
                "key_variable", "TEST_KEY",
                "price_input", "10",
                "price_cached", "1",
                "price_cache_write", "12.5",
                "price_output", "50",
                "retries", "2"));
        settings.putAll(new Ask.Context(Path.of(""), more).settings());
        return factory(wire, Map.of("TEST_KEY", KEY)).create(new Ask.Context(Path.of(""), settings, Clock.systemUTC()));
    }

    static LlmBackendFactory factory(Wire wire, Map<String, String> environment) {
        return wire == Wire.ANTHROPIC
                ? new AnthropicBackendFactory(environment)
                : new OpenAiBackendFactory(environment);
    }
}
