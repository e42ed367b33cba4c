package dev.amdahl.spi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What issuers give out, and where people leave it. In {@code <>} stands the secret; {@code W22} draws 22 letters and digits, H hex, D digits. */
class SecretFormsTest {
    private static final String DIGITS = "0123456789";
    private static final String HEX = DIGITS + "abcdef";
    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + DIGITS;
    private static final String WORD = UPPER + "abcdefghijklmnopqrstuvwxyz";
    private static final Pattern DRAWN = Pattern.compile("\\{([WHDU])(\\d+)}");
    private static final Pattern UNICODE = Pattern.compile("\\\\u([0-9a-f]{4})");
    private static final int PIECE = 6;

    private final SplittableRandom random = new SplittableRandom(7);

    private String drawn(MatchResult found) {
        String letters = switch (found.group(1)) {
            case "W" -> WORD;
            case "U" -> UPPER;
            case "H" -> HEX;
            default -> DIGITS;
        };
        return random.ints(Integer.parseInt(found.group(2)), 0, letters.length())
                .collect(StringBuilder::new, (text, i) -> text.append(letters.charAt(i)), StringBuilder::append)
                .toString();
    }

    static Stream<String> kinds() throws IOException {
        try (InputStream list = SecretFormsTest.class.getResourceAsStream("secrets.txt")) {
            return new String(list.readAllBytes(), UTF_8)
                            .lines()
                            .filter(line -> !line.startsWith("# "))
                            .map(line -> UNICODE.matcher(line)
                                    .replaceAll(
                                            found -> Character.toString((char) Integer.parseInt(found.group(1), 16))))
                            .map(String::translateEscapes)
                            .toList()
                            .stream();
        }
    }

    @Test
    void theListIsLongEnough() throws IOException {
        assertThat(kinds()).hasSizeGreaterThanOrEqualTo(97).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void whatIssuersGiveOutIsTakenOut(String template) {
        String text = DRAWN.matcher(template).replaceAll(this::drawn);
        String secret = text.substring(text.indexOf('<') + 1, text.lastIndexOf('>'));
        String clean = Redaction.of("step 12 " + text.replace("<" + secret + ">", secret) + " ok\nnext line");

        assertThat(clean)
                .startsWith("step 12 ")
                .endsWith("\nnext line")
                .contains("[redacted")
                .doesNotContain(secret.substring(secret.length() - Math.min(PIECE, secret.length() - 1)));
        assertThat(Redaction.of(clean)).isEqualTo(clean);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tokenizer=gpt2-medium",
                "token_count = 51200, pad_token_id=0",
                "password_field = form.password",
                "token = next(tokens)",
                "api_key = os.environ['API_KEY']",
                "password=None",
                "forward_pass: 12.3ms, passes 12345678, bypass=disabled",
                "key=attention.weight, key_padding_mask: torch.float32, cache key: layer_12_attention_output",
                "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                "aten::_scaled_dot_product_flash_attention ampere_sgemm_128x64_tn",
                "PWD=/home/ann/work OLDPWD=/home/ann",
                "docker run -u 1000:1000 image",
                "auth=none, Cookie: disabled, password:",
                "SG.cpp line 12, r8_quantised, xai-explain, key-value store",
                "the api key is required, the token is invalid, the password is wrong, with password authentication",
                "the secret is 12345678, the key is attention.weight and the token is next(tokens)",
                "train.py:120:15:warning:something is12 10:12:33:456:789012 PCI:0000:3b:00 a1:22:b3:c4:d5:e6",
                "src/main.c:120:9:error:expected12 //comment: ask ada@example.org",
                "git@github.com:org/repo.git s3://bucket/prefix/file.parquet https://host:8443/path?key=short",
                "/mnt/data/imagenet/train/n01440764/n01440764_10026.JPEG"
            })
    void whatOnlyLooksSoStays(String text) {
        assertThat(Redaction.of(text)).isEqualTo(text);
    }

    /** Documented: a digest looks the same as the first, and any word as the second. */
    @ParameterizedTest
    @ValueSource(strings = {"{H64}", "hunter{D1}"})
    void whatNothingTellsFromOtherTextStays(String template) {
        String bare = "step 12 " + DRAWN.matcher(template).replaceAll(this::drawn) + " ok";

        assertThat(Redaction.of(bare)).isEqualTo(bare);
    }
}
