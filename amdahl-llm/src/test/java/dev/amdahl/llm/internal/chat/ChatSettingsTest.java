package dev.amdahl.llm.internal.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.llm.internal.loopback.Ask;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.llm.internal.loopback.Wire;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.llm.LlmBackendFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ChatSettingsTest {
    private static final Map<String, String> KEYS =
            Map.of("ANTHROPIC_API_KEY", "public-key-1", "OPENAI_API_KEY", "public-key-1", "MINE", "own-key-2");

    private static Ask.Context given(String... settings) {
        return new Ask.Context(Path.of(""), settings);
    }

    @ParameterizedTest
    @EnumSource
    void aMissingKeyMakesItUnavailableUnlessAnAddressOrAVariableIsNamed(Wire wire) {
        LlmBackendFactory without = Backends.factory(wire, Map.of());
        assertThat(without.availability().isReady()).isFalse();
        assertThat(without.availability().reason()).contains("_API_KEY");
        assertThat(without.availability(given()).isReady()).isFalse();
        assertThat(without.availability(given("base_url", "http://127.0.0.1:1/v1"))
                        .isReady())
                .isTrue();
        assertThat(Backends.factory(wire, KEYS).availability().isReady()).isTrue();
        assertThat(without.availability(given("key_variable", "MINE")).isReady())
                .isFalse();
        assertThat(Backends.factory(wire, KEYS)
                        .availability(given("key_variable", "MINE"))
                        .isReady())
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void itsPlaceIsTheModelAndTheAddressWithoutTheKey(Wire wire) {
        assertThat(Backends.of(wire, "http://127.0.0.1:1/v1").place())
                .isEqualTo("model-1 at http://127.0.0.1:1/v1")
                .isNotEqualTo(Backends.of(wire, "http://127.0.0.1:2/v1").place())
                .isNotEqualTo(Backends.of(wire, "http://127.0.0.1:1/v1", "model", "model-2")
                        .place());
    }

    @ParameterizedTest
    @EnumSource
    void theKeyOfThePublicServiceGoesNowhereElse(Wire wire) throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(wire.saying("fine"))) {
            LlmBackendFactory factory = Backends.factory(wire, KEYS);
            factory.create(given("model", "m", "base_url", server.address())).complete(Ask.text());
            factory.create(given("model", "m", "base_url", server.address(), "key_variable", "MINE"))
                    .complete(Ask.text());
            assertThat(server.calls().get(0).head()).doesNotContain("public-key-1");
            assertThat(server.calls().get(1).head())
                    .doesNotContain("public-key-1")
                    .contains("own-key-2");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "base_url, ftp://host/v1",
        "base_url, http://user:password@host/v1",
        "base_url, not an address",
        "price_input, -1",
        "price_output, NaN",
        "temperature, hot",
        "retries, 1.5",
        "retries, 1000",
        "response_format, xml",
        "model, ''",
        "key_variable, UNSET_VARIABLE"
    })
    void aWrongSettingIsAnInputErrorThatNamesIt(String name, String value) {
        String[] settings = {
            "model", "m", "price_input", "1", "price_output", "1", "base_url", "http://127.0.0.1:1/v1", name, value
        };
        assertThatThrownBy(() -> Backends.factory(Wire.OPENAI, KEYS).create(given(settings)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(name.equals("key_variable") ? value : name)
                .hasMessageNotContaining("password");
    }

    @Test
    void theServiceOfAVendorNeedsPrices() {
        assertThatThrownBy(() -> Backends.factory(Wire.ANTHROPIC, KEYS).create(given("model", "m", "price_input", "3")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("price_output");
    }

    @Test
    void aKeyInThePlaceOfAVariableIsNotRepeatedAndAKeyNeverShown() {
        assertThatThrownBy(() -> ChatSettings.of(given("key_variable", "sk-ant-secret"), Service.ANTHROPIC, KEYS))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageNotContaining("sk-ant");
        ChatSettings settings =
                ChatSettings.of(given("model", "m", "price_input", "1", "price_output", "1"), Service.OPENAI, KEYS);
        assertThat(settings.key()).contains("public-key-1");
        assertThat(settings.toString()).doesNotContain("public-key-1");
    }
}
