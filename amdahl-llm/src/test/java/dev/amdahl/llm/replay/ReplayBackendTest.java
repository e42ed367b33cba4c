package dev.amdahl.llm.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.contract.LlmBackendContract;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmBackendFactory;
import dev.amdahl.spi.llm.LlmRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReplayBackendTest extends LlmBackendContract {
    /** By {@code printf '\0\0\0\1i\0\0\0\1m\377\377\377\377' | sha256sum}. */
    private static final String KEY = "7dad1cf4b6d3ad6e2939ae1149e63dcf933e7cd1f4090dc166b2ec8312758eca";

    @TempDir
    Path directory;

    ReplayBackendTest() {
        directory = Path.of("");
    }

    @Override
    protected LlmBackend backend() {
        String line = "{\"key\":\"" + KEY
                + "\",\"text\":\"answer\",\"model\":\"m1\",\"input_tokens\":2,\"output_tokens\":1,\"price\":0.5}\n";
        return create(Map.of("file", file(line).toString()));
    }

    @Override
    protected LlmRequest answerable() {
        return new Question("i", "m", Optional.empty());
    }

    @Override
    protected LlmRequest unanswerable() {
        return new Question("i", "m", Optional.of(""));
    }

    @Test
    void theKeyIsTheDigestOfTheRequest() {
        assertThat(RequestKey.of(answerable())).isEqualTo(KEY);
        assertThat(RequestKey.of(new Question("im", "", Optional.empty()))).isNotEqualTo(KEY);
    }

    @Test
    void aMissingSettingFileOrFieldIsAnInputErrorAtCreation() {
        assertThatThrownBy(() -> create(Map.of()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("file");
        String absent = directory.resolve("absent.jsonl").toString();
        assertThatThrownBy(() -> create(Map.of("file", absent)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(absent);
        String bad = file("{\"key\":\"k\",\"text\":\"t\"}\n{\"key\":\"k\"}\n").toString();
        assertThatThrownBy(() -> create(Map.of("file", bad)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("line 2");
    }

    private Path file(String text) {
        try {
            return Files.writeString(directory.resolve("answers.jsonl"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private LlmBackend create(Map<String, String> settings) {
        LlmBackendFactory factory = ServiceLoader.load(LlmBackendFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(found -> found.name().equals("replay"))
                .findFirst()
                .orElseThrow();
        return factory.create(new Context(directory, settings));
    }

    private record Question(String instructions, String material, Optional<String> schema) implements LlmRequest {
        @Override
        public int maxOutputTokens() {
            return 10;
        }

        @Override
        public Duration timeLimit() {
            return Duration.ofSeconds(1);
        }
    }

    private record Context(Path directory, Map<String, String> settings) implements PluginContext {
        @Override
        public Clock clock() {
            return Clock.systemUTC();
        }

        @Override
        public RandomGenerator random() {
            return new SplittableRandom(1);
        }
    }
}
