package dev.amdahl.core.internal.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Forty texts that would run as a script on a page that does not escape them: each then sets {@code window.pwned}. */
public final class HostileTexts {
    private static final Pattern UNICODE = Pattern.compile("\\\\u([0-9a-f]{4})");

    private HostileTexts() {}

    /** Returns all of them, in order. */
    public static List<String> all() {
        try (InputStream in = HostileTexts.class.getResourceAsStream("hostile.txt")) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks hostile.txt");
            }
            return new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .map(HostileTexts::unescaped)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String unescaped(String line) {
        return UNICODE.matcher(line)
                .replaceAll(
                        found -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), 16))))
                .translateEscapes();
    }
}
