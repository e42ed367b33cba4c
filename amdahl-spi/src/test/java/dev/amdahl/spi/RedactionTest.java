package dev.amdahl.spi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class RedactionTest {
    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String DIGITS = "0123456789";
    private static final String WORD = UPPER + "abcdefghijklmnopqrstuvwxyz" + DIGITS;
    private static final int EACH = 50;

    private final long seed = Long.getLong("amdahl.seed", 20260301);
    private final SplittableRandom random = new SplittableRandom(seed);

    private String draw(String alphabet, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    private String url64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
    }

    private String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    /** What must not be seen, and a text that holds it. */
    private record Planted(String secret, String text) {}

    private Planted whole(String secret, String before, String after) {
        return new Planted(secret, before + secret + after);
    }

    private List<Supplier<Planted>> kinds() {
        return List.of(
                () -> whole("AKIA" + draw(UPPER + DIGITS, 16), "key ", " was used"),
                () -> whole(draw(WORD + "/+", 40), "aws_secret_access_key = ", "\nregion = eu"),
                () -> whole("ghp_" + draw(WORD, 36), "cloned with ", ""),
                () -> whole("github_pat_" + draw(WORD, 60), "(", ")"),
                () -> whole(
                        "eyJ" + draw(WORD, 20) + "." + url64("{\"sub\":\"" + draw(WORD, 9) + "\"}") + "."
                                + draw(WORD + "-_", 43),
                        "cookie: session=",
                        ";"),
                () -> whole(
                        "-----BEGIN RSA PRIVATE KEY-----\n" + draw(WORD, 64) + "\n" + draw(WORD, 64)
                                + "\n-----END RSA PRIVATE KEY-----",
                        "",
                        "\nnext"),
                () -> whole(draw(WORD, 12), "postgres://amdahl:", "@db.example:5432/ledger"),
                () -> whole(draw(WORD, 30), "Authorization: Bearer ", "\r\nAccept: */*"),
                () -> whole(base64("ada:" + draw(WORD, 10)), "authorization: Basic ", ""),
                () -> whole(base64("grace:" + draw(WORD, 14)), "curl -H 'X-Auth: basic ", "'"),
                () -> whole(draw(WORD, 20), "export API_KEY=", "\n"),
                () -> whole(draw(WORD, 16), "{\"db_password\": \"", "\"}"),
                () -> whole(draw(WORD, 24), "--token ", " --verbose"),
                () -> whole(base64("export AWS_KEY=AKIA" + draw(UPPER + DIGITS, 16)), "payload ", " end"),
                () -> whole(base64("https://ada:" + draw(WORD, 12) + "@host/path"), "", ""));
    }

    private List<Supplier<String>> lookAlikes() {
        return List.of(
                () -> draw("0123456789abcdef", 40),
                () -> draw("0123456789abcdef", 64),
                () -> "sha256:" + draw("0123456789abcdef", 64),
                () -> new UUID(random.nextLong(), random.nextLong()).toString(),
                () -> draw("abcdefghijklmnopqrstuvwxyz234567", 26),
                () -> "sha384-" + Base64.getEncoder().encodeToString(bytes(48)),
                () -> "max_tokens=" + random.nextInt(100_000, 10_000_000),
                () -> "tokens: " + random.nextInt(1_000_000, 9_000_000) + " of " + random.nextInt(9_000_000),
                () -> "https://host.example:8443/path/" + draw(WORD, 20),
                () -> "basic functionality of the token ring, bearer of good news",
                () -> "kernel void_gemm_" + draw(WORD, 24),
                () -> "evidence head " + draw("0123456789abcdef", 64) + " approved",
                () -> "2026-03-01T12:00:" + random.nextInt(10, 60) + "Z ratio 0." + random.nextInt(1000, 9999));
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private String broken(String secret) {
        int at = random.nextInt(6, secret.length() - 4);
        return secret.substring(0, at) + (random.nextBoolean() ? "\n" : "\\\n    ") + secret.substring(at);
    }

    @Test
    void plantedSecretsAreTakenOutAndLookAlikesStay() {
        int planted = 0;
        List<String> leaked = new ArrayList<>();
        for (Supplier<Planted> kind : kinds()) {
            for (int i = 0; i < EACH; i++) {
                Planted one = kind.get();
                planted++;
                if (Redaction.of(one.text()).contains(one.secret())) {
                    leaked.add(one.text());
                }
            }
        }
        int shown = 0;
        List<String> lost = new ArrayList<>();
        for (Supplier<String> kind : lookAlikes()) {
            for (int i = 0; i < EACH; i++) {
                String text = "run of " + kind.get() + " ended";
                shown++;
                if (Redaction.isNeeded(text)) {
                    lost.add(text + " -> " + Redaction.of(text));
                }
            }
        }
        System.out.printf(
                "redaction: %d of %d planted secrets leaked, %d of %d look-alikes lost (seed %d)%n",
                leaked.size(), planted, lost.size(), shown, seed);

        assertThat(leaked).as("seed %d", seed).isEmpty();
        assertThat(lost).as("seed %d", seed).isEmpty();
    }

    @Test
    void whatIsBrokenOverTwoLinesIsTakenOut() {
        List<UnaryOperator<String>> forms = List.of(
                ignored -> "AKIA" + draw(UPPER + DIGITS, 16),
                ignored -> "ghp_" + draw(WORD, 36),
                ignored -> "eyJ" + draw(WORD, 30) + "." + draw(WORD, 40) + "." + draw(WORD, 43),
                ignored -> base64("key AKIA" + draw(UPPER + DIGITS, 16) + " of ada"));
        for (UnaryOperator<String> form : forms) {
            for (int i = 0; i < EACH; i++) {
                String secret = broken(form.apply(""));
                String clean = Redaction.of("before " + secret + " after");

                assertThat(clean)
                        .as("seed %d", seed)
                        .startsWith("before [redacted")
                        .endsWith("] after");
            }
        }
    }

    @Test
    void linesWithoutSecretsStayAsTheyAre() {
        String text = "step 1\n  took 3 s\nhead " + draw("0123456789abcdef", 64) + "\nthe token\nhas been seen\n";

        assertThat(Redaction.of(text)).isEqualTo(text);
    }

    @Test
    void aLongTextIsReadInReasonableTime() {
        String text = "a".repeat(200_000) + "password".repeat(2_000) + "eyJ".repeat(20_000) + "A".repeat(100_000);

        assertThat(Redaction.of(text)).isNotEmpty();
    }

    @Test
    void aKeyThatIsCutOffIsTakenOutHoweverMuchFollows() {
        String key = draw(WORD, 64) + "\n" + draw(WORD, 64);
        String text = "-----BEGIN PRIVATE KEY-----\n" + key + "\n(cut)\n" + "step 1 of 9\n".repeat(4000);
        assertThat(Redaction.of(text)).startsWith("[redacted private key](cut)").hasSizeGreaterThan(40_000);

        String many = "-----BEGIN PRIVATE KEY-----\n".repeat(20_000);
        assertThat(Redaction.of(many)).doesNotContain("BEGIN");
    }

    @Test
    void whatIsCleanStaysAsItIs() {
        String clean = Redaction.of(
                "password=hunter2hunter2 --token abcdefgh12 postgres://a:secretpw@h/x AKIA" + "A1".repeat(8));
        assertThat(Redaction.of(clean)).isEqualTo(clean);
    }

    @Test
    void base64BehindAPathOrANameIsFound() {
        String code = base64("export K=AKIA" + draw(UPPER + DIGITS, 16));
        assertThat(Redaction.of("train/" + code)).isEqualTo("train/[redacted secret]");
        assertThat(Redaction.of("a/b_c/" + code.replace("=", "") + "/loss")).doesNotContain(code.substring(4, 20));
    }

    @Test
    void namesThatDifferInASecretAloneStayTwoAndEachStaysItself() {
        Set<String> marked = new HashSet<>();
        for (Supplier<Planted> kind : kinds()) {
            for (int i = 0; i < EACH; i++) {
                Planted planted = kind.get();
                String name = Redaction.ofName(planted.text());

                assertThat(name)
                        .as("seed %d, %s", seed, planted.text())
                        .doesNotContain(planted.secret())
                        .containsPattern("\\[redacted [a-z ]+ [0-9a-f]{6}]")
                        .isEqualTo(Redaction.ofName(planted.text()))
                        .isEqualTo(Redaction.ofName(name));
                marked.add(name);
            }
        }
        assertThat(marked).as("seed %d", seed).hasSize(EACH * kinds().size());
    }

    @Test
    void aTextInLinesKeepsTheNumberOfEachLine() {
        String body = draw(WORD, 64);
        String text = "a = 1\nKEY = \"\"\"-----BEGIN PRIVATE KEY-----\r\n" + body + "\r\n" + body
                + "\n-----END PRIVATE KEY-----\"\"\"\nb = 2\n";

        assertThat(Redaction.lines(text))
                .containsExactly("a = 1", "KEY = \"\"\"[redacted private key]", "", "", "\"\"\"", "b = 2")
                .hasSameSizeAs(text.lines().toList());
        String cut = text.substring(0, text.lastIndexOf("\"\"\"\n"));
        assertThat(Redaction.lines(cut)).endsWith("KEY = \"\"\"[redacted private key]", "", "", "");
        assertThat(Redaction.lines("")).isEmpty();
    }

    @Test
    void theEndOfAKeyWhoseBeginningIsCutOffIsTakenOut() {
        String body = draw(WORD, 64) + "\n" + draw(WORD, 64) + "\naGk=\n";

        assertThat(Redaction.of("step 1\n" + body + "-----END RSA PRIVATE KEY-----\nstep 2"))
                .isEqualTo("step 1\n[redacted private key]\nstep 2");
    }
}
