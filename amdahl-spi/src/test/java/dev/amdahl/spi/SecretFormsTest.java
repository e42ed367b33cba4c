package dev.amdahl.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What issuers give out, and where people leave it. In {@code <>} stands the secret; {@code W22} draws 22 letters and digits, H hex, D digits. */
class SecretFormsTest {
    private static final String DIGITS = "0123456789";
    private static final String HEX = DIGITS + "abcdef";
    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + DIGITS;
    private static final String WORD = UPPER + "abcdefghijklmnopqrstuvwxyz";
    private static final Pattern DRAWN = Pattern.compile("\\{([WHDU])(\\d+)}");
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "key <sk_live_{W24}>",
                "<rk_live_{W24}>",
                "<whsec_{W32}>",
                "<SG.{W22}.{W43}>",
                "<xapp-1-A{U10}-{D13}-{H64}>",
                "https://hooks.slack.com/services/<T{U8}/B{U8}/{W24}>",
                "https://discord.com/api/webhooks/{D18}/<{W68}>",
                "<pypi-AgEIcHlwaS5vcmc{W60}>",
                "<dop_v1_{H64}>",
                "<dckr_pat_{W27}>",
                "<dapi{H32}>",
                "AccountName=a;AccountKey=<{W86}==>;EndpointSuffix=core.windows.net",
                "https://a.blob.core.windows.net/c?sv=2022&sig=<{W43}%3D>&sp=r",
                "client {W3}8<Q~{W34}>",
                "<ya29.{W60}>",
                "<GOCSPX-{W28}>",
                "refresh <1//0{W60}>",
                "<shpat_{H32}>",
                "<ATATT3xFfGF0{W100}>",
                "<lin_api_{W40}>",
                "<hvs.{W90}>",
                "<glsa_{W32}_{H8}>",
                "<glpat-{W27}.01.{W9}>",
                "bot<{D9}:AA{W33}>",
                "<NRAK-{U27}>",
                "<key-{H32}>",
                "<AGE-SECRET-KEY-1{U58}>",
                "<nvapi-{W64}>",
                "<r8_{W37}>",
                "<gsk_{W52}>",
                "<xai-{W80}>",
                "<pplx-{W48}>",
                "<SK{H32}>",
                "<sbp_{H40}>",
                "AKIA{U16} <{W40}>",
                "machine h login ada password <{W14}>",
                "curl -u ada:<{W14}> https://h/",
                "mysql -uada -p<{W14}> db",
                "sshpass -p <{W14}> ssh h",
                "Cookie: sessionid=<{W32}>; a=b",
                "Set-Cookie: auth=<{W32}>; HttpOnly",
                "passphrase: <{W14}>",
                "password=<a{W4}>",
                "password: \"<{W4} {W6}>\"",
                "{\"name\":\"login \\\"password\\\": \\\"<{W4} {W6}>\\\"\"}",
                "{\"line\":\"{\\\"auth\\\":\\\"<YWRhOkZ1QjdPSktOU0NuaURp>\\\"}\"}",
                "DB_PASS=<{W14}>",
                "Server=h;Uid=ada;Pwd=<a{W13}>;",
                "\"auth\":\"<YWRhOkZ1QjdPSktOU0NuaURp>\"",
                "CREATE USER ada IDENTIFIED BY '<{W14}>'",
                "SIGNING_KEY=<{W32}>",
                "encryption-key: <{W32}>",
                "{\"name\":\"DB_PASSWORD\",\"value\":\"<{W14}>\"}",
                "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n<{W64}\n{W40}>\n-----END PGP PRIVATE KEY BLOCK-----",
                "Private-Lines: 2\n<{W64}\n{W64}>\nPrivate-MAC: {H64}",
                "<AKIA{U8}\u200b{U8}>",
                "<ghp_{W18}\u001b[0m{W18}>",
                "<AKIA{U8}\n# {U8}>",
                "<AKIA{U8}\n   12| {U8}>"
            })
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
                "git@github.com:org/repo.git s3://bucket/prefix/file.parquet https://host:8443/path?key=short",
                "/mnt/data/imagenet/train/n01440764/n01440764_10026.JPEG"
            })
    void whatOnlyLooksSoStays(String text) {
        assertThat(Redaction.of(text)).isEqualTo(text);
    }
}
