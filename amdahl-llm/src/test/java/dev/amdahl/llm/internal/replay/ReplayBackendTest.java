package dev.amdahl.llm.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.llm.internal.loopback.Ask;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.LlmBackendContract;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmBackendFactory;
import dev.amdahl.spi.llm.LlmRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.ServiceLoader;
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
        return create(
                "file",
                file(line(answerable(), "answer") + line(schemaBound(), Ask.ANSWER) + line(strayed(), "no"))
                        .toString());
    }

    @Override
    protected LlmRequest answerable() {
        return question("i", "m", Optional.empty());
    }

    @Override
    protected LlmRequest unanswerable() {
        return question("i", "unknown", Optional.empty());
    }

    @Override
    protected LlmRequest schemaBound() {
        return question("i", "m", Optional.of(Ask.SCHEMA));
    }

    @Override
    protected boolean satisfiesSchema(String text) {
        return text.equals(Ask.ANSWER);
    }

    @Override
    protected LlmRequest strayed() {
        return question("i", "stray", Optional.of(Ask.SCHEMA));
    }

    @Override
    protected LlmRequest hurried() {
        return answerable();
    }

    private static LlmRequest question(String instructions, String material, Optional<String> schema) {
        return new Ask(instructions, material, schema, 10, Duration.ofSeconds(1));
    }

    private static String line(LlmRequest request, String text) {
        return "{\"key\":\"" + RequestKey.of(request) + "\",\"text\":\"" + text.replace("\"", "\\\"")
                + "\",\"model\":\"m1\",\"input_tokens\":2,\"cached_tokens\":1,\"output_tokens\":1,\"price\":0.5}\n";
    }

    @Test
    void theKeyIsTheDigestOfTheRequest() {
        assertThat(RequestKey.of(answerable())).isEqualTo(KEY);
        assertThat(RequestKey.of(question("im", "", Optional.empty()))).isNotEqualTo(KEY);
    }

    @Test
    void aMissingSettingFileOrFieldIsAnInputErrorAtCreation() {
        assertThatThrownBy(() -> create())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("file");
        String absent = directory.resolve("absent.jsonl").toString();
        assertThatThrownBy(() -> create("file", absent))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(absent);
        String bad = file("{\"key\":\"k\",\"text\":\"t\"}\n{\"key\":\"k\"}\n").toString();
        assertThatThrownBy(() -> create("file", bad))
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

    private LlmBackend create(String... settings) {
        LlmBackendFactory factory = ServiceLoader.load(LlmBackendFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(found -> found.name().equals("replay"))
                .findFirst()
                .orElseThrow();
        return factory.create(new Ask.Context(directory, settings));
    }
}
