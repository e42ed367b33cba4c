package dev.amdahl.core.internal.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;

/** Draws secrets in the surroundings in which jobs leak them, and texts that only look like secrets. Not thread-safe. */
public final class PlantedSecrets {
    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    private static final String HEX = "0123456789abcdef";
    private static final String WORD = UPPER + "abcdefghijklmnopqrstuvwxyz";

    private final SplittableRandom random;

    /** Returns the same seed draws the same. */
    public PlantedSecrets(long seed) {
        random = new SplittableRandom(seed);
    }

    /** What must not be seen, as one piece or several, and a text that holds it. */
    public record Planted(List<String> pieces, String text) {}

    private static Planted whole(String before, String secret, String after) {
        return new Planted(List.of(secret), before + secret + after);
    }

    private Planted broken(String secret) {
        int at = secret.length() / 2;
        String first = secret.substring(0, at);
        String second = secret.substring(at);
        return new Planted(List.of(first, second), first + (random.nextBoolean() ? "\n" : "\\\n   ") + second);
    }

    private List<Supplier<Planted>> kinds() {
        return List.of(
                () -> whole("", "AKIA" + draw(UPPER, 16), ""),
                () -> whole("aws_secret_access_key=", draw(WORD, 40), ""),
                () -> whole("", "ghp_" + draw(WORD, 36), ""),
                () -> whole("", "github_pat_" + draw(WORD, 60), ""),
                () -> whole("", jwt(), ""),
                () -> whole(
                        "-----BEGIN EC PRIVATE KEY-----\n",
                        draw(WORD, 64) + "\n" + draw(WORD, 40),
                        "\n-----END EC PRIVATE KEY-----"),
                () -> whole("postgres://amdahl:", draw(WORD, 14), "@db:5432/runs"),
                () -> whole("", base64("export K=AKIA" + draw(UPPER, 16)), ""),
                () -> whole("", base64("https://ada:" + draw(WORD, 14) + "@host/"), ""),
                () -> whole("Authorization: Bearer ", draw(WORD, 32), ""),
                () -> whole("WANDB_API_KEY=", draw(HEX, 40), ""),
                () -> whole("", "sk-ant-api03-" + draw(WORD, 48), ""),
                () -> whole("", "hf_" + draw(WORD, 34), ""),
                () -> whole("--password ", draw(WORD, 16), ""),
                () -> whole("", "sk_live_" + draw(WORD, 24), ""),
                () -> whole("", "SG." + draw(WORD, 22) + "." + draw(WORD, 43), ""),
                () -> whole("https://hooks.slack.com/services/", "T0/B0/" + draw(WORD, 24), ""),
                () -> whole("", "xoxb-" + draw(WORD, 40), ""),
                () -> whole("", "glpat-" + draw(WORD, 20), ""),
                () -> whole("", "pypi-AgEIcHlwaS5vcmc" + draw(WORD, 60), ""),
                () -> whole("", "npm_" + draw(WORD, 36), ""),
                () -> whole("", "dop_v1_" + draw(HEX, 64), ""),
                () -> whole("", "dapi" + draw(HEX, 32), ""),
                () -> whole("AccountKey=", draw(WORD, 86) + "==", ""),
                () -> whole("", "ya29." + draw(WORD, 60), ""),
                () -> whole("", "AIza" + draw(WORD, 35), ""),
                () -> whole("", "hvs." + draw(WORD, 90), ""),
                () -> whole("", "nvapi-" + draw(WORD, 64), ""),
                () -> whole("", "gsk_" + draw(WORD, 52), ""),
                () -> whole("curl -u ada:", draw(WORD, 14), " https://h/"),
                () -> whole("mysql -uada -p", draw(WORD, 14), " runs"),
                () -> whole("Cookie: sessionid=", draw(WORD, 32), ""),
                () -> whole("password: \"", draw(WORD, 4) + " " + draw(WORD, 6), "\""),
                () -> whole("Server=h;Uid=ada;Pwd=a", draw(WORD, 13), ";"),
                () -> whole("CREATE USER ada IDENTIFIED BY '", draw(WORD, 14), "'"),
                () -> whole("SIGNING_KEY=", draw(WORD, 32), ""),
                () -> broken("AKIA" + draw(UPPER, 16)),
                () -> broken("ghp_" + draw(WORD, 36)),
                () -> broken(jwt()),
                () -> broken(base64("token AKIA" + draw(UPPER, 16) + " of ada")));
    }

    private List<Supplier<String>> lookAlikeKinds() {
        return List.of(
                () -> draw(HEX, 40),
                () -> "sha256:" + draw(HEX, 64),
                () -> new UUID(random.nextLong(), random.nextLong()).toString(),
                () -> draw("abcdefghijklmnopqrstuvwxyz234567", 26),
                () -> "max_tokens=" + random.nextInt(1000, 10_000_000),
                () -> "tokens: " + random.nextInt(1_000_000),
                () -> "https://host.example:8443/path/" + draw(WORD, 20),
                () -> "_ZN7cutlass7Kernel" + draw(WORD, 40) + "EEvNT_6ParamsE",
                () -> "tokenizer.encode_batch",
                () -> "2026-03-01T12:00:" + random.nextInt(10, 60) + "Z 0." + draw("0123456789", 12),
                () -> "v1.4.2-" + random.nextInt(900) + "-g" + draw(HEX, 12));
    }

    private String draw(String alphabet, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    private String jwt() {
        String claims = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(draw(WORD, 24).getBytes(UTF_8));
        return "eyJ" + draw(WORD, 24) + "." + claims + "." + draw(WORD, 43);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    /** Forty kinds, in turn. */
    public List<Planted> secrets(int count) {
        return drawn(kinds(), count);
    }

    /** Digests, identifiers, counts, mangled names, in turn. */
    public List<String> lookAlikes(int count) {
        return drawn(lookAlikeKinds(), count);
    }

    private static <T> List<T> drawn(List<Supplier<T>> kinds, int count) {
        List<T> drawn = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            drawn.add(kinds.get(i % kinds.size()).get());
        }
        return drawn;
    }
}
