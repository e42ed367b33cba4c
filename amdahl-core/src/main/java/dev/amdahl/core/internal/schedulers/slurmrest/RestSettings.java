package dev.amdahl.core.internal.schedulers.slurmrest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.core.internal.schedulers.slurmcommands.Setting;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Where Slurm's REST daemon is, and on whose behalf it is asked.
 *
 * @param url without a path at the end
 * @param tokenFile holds the token, and is read for each call; else the variable {@code SLURM_JWT} does
 * @param user whose jobs they are; else the user that the token names
 */
public record RestSettings(URI url, Optional<Path> tokenFile, Optional<String> user) {
    /** The settings that it reads. */
    public static final Set<String> NAMES = Set.of("rest", "token-file", "user");

    private static final String VARIABLE = "SLURM_JWT";
    private static final JsonMapper JSON = new JsonMapper();

    /**
     * As the host sets them; empty without {@code rest}.
     *
     * @throws InvalidInputException if they contradict each other, or the URL is none
     */
    public static Optional<RestSettings> from(PluginContext context) {
        Optional<String> rest = context.setting("rest");
        if (rest.isEmpty()) {
            for (String name : List.of("token-file", "user")) {
                context.setting(name).ifPresent(value -> {
                    throw Setting.wrong(name, value, "it is for 'rest', which is not set");
                });
            }
            return Optional.empty();
        }
        for (String name : List.of("bin", "conf", "cluster")) {
            context.setting(name).ifPresent(value -> {
                throw Setting.wrong(name, value, "it is for Slurm's commands: leave out either it or 'rest'");
            });
        }
        return Optional.of(new RestSettings(
                url(rest.get()),
                context.setting("token-file").map(Path::of),
                context.setting("user").map(name -> Setting.matching("user", name, "[A-Za-z0-9_][A-Za-z0-9_.@-]*"))));
    }

    private static URI url(String text) {
        String remedy = "write http://HOST:6820, without a user or a query";
        URI url;
        try {
            url = URI.create(text.replaceFirst("/+$", ""));
        } catch (IllegalArgumentException e) {
            throw Setting.wrong("rest", text, remedy);
        }
        boolean isWhole = List.of("http", "https")
                        .contains(String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT))
                && url.getHost() != null;
        if (!isWhole || url.getUserInfo() != null || url.getQuery() != null || url.getFragment() != null) {
            // What may hold a password is not repeated.
            throw Setting.wrong("rest", url.getUserInfo() == null ? text : "a URL with a user", remedy);
        }
        return url;
    }

    /** Returns where the token stands, never the token. */
    String place() {
        return tokenFile.map(file -> "in " + file).orElse("in the variable " + VARIABLE);
    }

    /** Returns what to do about a token that is of no use. */
    String renewal() {
        return "get another by 'scontrol token lifespan=86400' and "
                + tokenFile.map(file -> "write it there").orElse("set " + VARIABLE + " to it, or name a token-file");
    }

    /**
     * Returns the token as it is now, also of a line {@code SLURM_JWT=...} as {@code scontrol token} prints it.
     *
     * @throws InvalidInputException if there is none, or what stands there cannot be one
     */
    String token() {
        String text = tokenFile
                .map(RestSettings::read)
                .orElseGet(() -> Optional.ofNullable(System.getenv(VARIABLE)).orElse(""))
                .strip();
        String token = text.startsWith(VARIABLE + "=") ? text.substring(VARIABLE.length() + 1) : text;
        if (!token.matches("[A-Za-z0-9._~+/=-]+")) {
            throw new InvalidInputException(
                    "slurm, setting rest",
                    "the token " + place() + (token.isEmpty() ? " is empty" : " is not one: it holds other characters"),
                    renewal());
        }
        return token;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new InvalidInputException(
                    "slurm, setting token-file",
                    "the file " + file + " cannot be read",
                    "check its path and rights",
                    e);
        }
    }

    /** Returns the user of a token where neither it nor the settings name one: that of this process. */
    String userOf(String token) {
        return user.or(() -> Optional.of(claim(token, "sun").asText("")).filter(name -> !name.isEmpty()))
                .orElseGet(() -> System.getProperty("user.name", ""));
    }

    /** Returns when a token ends, if it says so. */
    static Optional<Instant> end(String token) {
        JsonNode end = claim(token, "exp");
        return end.canConvertToLong() && end.longValue() > 0
                ? Optional.of(Instant.ofEpochSecond(end.longValue()))
                : Optional.empty();
    }

    private static JsonNode claim(String token, String name) {
        List<String> parts = List.of(token.split("\\.", -1));
        try {
            return JSON.readTree(Base64.getUrlDecoder().decode(parts.size() > 1 ? parts.get(1) : ""))
                    .path(name);
        } catch (IOException | IllegalArgumentException notReadable) {
            return JSON.missingNode();
        }
    }
}
