package dev.amdahl.core.internal.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import com.sun.net.httpserver.HttpExchange;
import dev.amdahl.core.internal.report.review.ReviewSettings.User;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Who may call: programs that send a token, and browsers that showed one once and have a cookie since. Thread-safe. */
final class Access {
    private static final String BEARER = "Bearer ";

    private final List<User> users;
    private final byte[] secret = new byte[32];

    Access(List<User> users) {
        this.users = List.copyOf(users);
        new SecureRandom().nextBytes(secret);
    }

    /** Returns whose token that is. */
    Optional<User> holder(String token) {
        String hash = Hashing.sha256().hashString(token, UTF_8).toString();
        return token.isEmpty()
                ? Optional.empty()
                : equal(hash, user -> user.tokenHash().toLowerCase(Locale.ROOT));
    }

    /** Returns who shows a token itself, which no page of another origin can make a browser do. */
    Optional<User> program(HttpExchange exchange) {
        List<String> shown = exchange.getRequestHeaders().getOrDefault("Authorization", List.of());
        return shown.size() == 1 && shown.get(0).startsWith(BEARER)
                ? holder(shown.get(0).substring(BEARER.length()).strip())
                : Optional.empty();
    }

    /** Returns who calls, if the call may be answered. */
    Optional<User> caller(HttpExchange exchange) {
        String expected = name(exchange) + "=";
        return program(exchange)
                .or(() -> exchange.getRequestHeaders().getOrDefault("Cookie", List.of()).stream()
                        .flatMap(line -> Arrays.stream(line.split(";", -1)))
                        .map(String::strip)
                        .filter(pair -> pair.startsWith(expected))
                        .flatMap(pair -> equal(pair.substring(expected.length()), this::cookie).stream())
                        .findFirst());
    }

    /** Returns the cookie as it is set; cookies do not know ports, so its name does. */
    String setting(HttpExchange exchange, String path, User user) {
        return name(exchange) + "=" + cookie(user) + "; Path=" + path + "; HttpOnly; SameSite=Strict";
    }

    private static String name(HttpExchange exchange) {
        return "amdahl-review-" + exchange.getLocalAddress().getPort();
    }

    private String cookie(User user) {
        return Hashing.hmacSha256(secret)
                .hashString(user.name() + "\n" + user.tokenHash(), UTF_8)
                .toString();
    }

    /** Looks at all of them, so that the time tells nothing. */
    private Optional<User> equal(String given, Function<User, String> of) {
        Optional<User> found = Optional.empty();
        byte[] bytes = given.getBytes(UTF_8);
        for (User user : users) {
            if (MessageDigest.isEqual(of.apply(user).getBytes(UTF_8), bytes)) {
                found = Optional.of(user);
            }
        }
        return found;
    }
}
