package dev.amdahl.core.internal.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import com.sun.net.httpserver.HttpExchange;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;

/** Who may call: programs that send the token, and browsers that showed it once and have the cookie since. */
record Access(String token, String cookie) {
    private static final String BEARER = "Bearer ";

    static Access of(String token) {
        return new Access(
                token, Hashing.sha256().hashString("cookie " + token, UTF_8).toString());
    }

    /** Returns whether that is the token. */
    boolean isToken(String given) {
        return isEqual(token, given);
    }

    /** Returns whether a program shows the token itself; no page of another origin can make a browser do so. */
    boolean hasToken(HttpExchange exchange) {
        List<String> shown = exchange.getRequestHeaders().getOrDefault("Authorization", List.of());
        return shown.size() == 1
                && shown.get(0).startsWith(BEARER)
                && isToken(shown.get(0).substring(BEARER.length()).strip());
    }

    /** Returns whether the call may be answered. */
    boolean admits(HttpExchange exchange) {
        String expected = name(exchange) + "=";
        return hasToken(exchange)
                || exchange.getRequestHeaders().getOrDefault("Cookie", List.of()).stream()
                        .flatMap(line -> Arrays.stream(line.split(";", -1)))
                        .map(String::strip)
                        .anyMatch(pair ->
                                pair.startsWith(expected) && isEqual(cookie, pair.substring(expected.length())));
    }

    /** Returns the cookie as it is set; cookies do not know ports, so its name does. */
    String setting(HttpExchange exchange, String path) {
        return name(exchange) + "=" + cookie + "; Path=" + path + "; HttpOnly; SameSite=Strict";
    }

    private static String name(HttpExchange exchange) {
        return "amdahl-review-" + exchange.getLocalAddress().getPort();
    }

    private static boolean isEqual(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(UTF_8), given.getBytes(UTF_8));
    }
}
