package dev.amdahl.core.internal.fleet.prometheus;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Where the server is and what its series mean.
 *
 * @param url of the server, with the path before {@code /api/v1} if it has one
 * @param token gives the bearer token again for each call; never logged
 * @param selector between braces, added to every series: {@code cluster="a"}
 * @param step length of a window; at least four samples should fall into it
 * @param scrapeInterval time between samples; empty to take it from the densest window of each accelerator
 * @param lookback how far back from the end at most
 * @param timeout for one answer, whole
 * @param mostBytes of one answer; a larger one is asked for in parts
 * @param isRecorded whether what recording rules recorded is read, where it is there
 * @param keep a folder for such days that are over
 */
record PrometheusSettings(
        URI url,
        Supplier<Optional<String>> token,
        String selector,
        List<ActivityMetric> activity,
        String power,
        FleetLabels labels,
        Duration step,
        Optional<Duration> scrapeInterval,
        Duration lookback,
        Duration timeout,
        int mostBytes,
        boolean isRecorded,
        Optional<Path> keep) {
    private static final String PLACE = "fleet source 'prometheus'";
    private static final Set<String> NAMES = Set.of(
            "url",
            "token-env",
            "token-file",
            "selector",
            "activity",
            "power",
            "job-labels",
            "family-label",
            "owner-label",
            "family-pattern",
            "step",
            "scrape-interval",
            "lookback",
            "timeout",
            "most-bytes",
            "recorded",
            "keep");
    private static final long MAX_STEP = 86_400;

    /** @throws InvalidInputException for a setting that is unknown, missing or wrong */
    static PrometheusSettings of(PluginContext context) {
        Map<String, String> given = hyphened(context.settings());
        Set<String> unknown = new TreeSet<>(given.keySet());
        unknown.removeAll(NAMES);
        if (!unknown.isEmpty()) {
            throw invalid(
                    "the setting '" + unknown.iterator().next() + "' is not known",
                    "choose of " + new TreeSet<>(NAMES));
        }
        Duration step = duration(given, "step", "5m");
        if (step.toMillis() % 1000 != 0 || step.toSeconds() < 1 || step.toSeconds() > MAX_STEP) {
            throw invalid("the setting 'step' is " + step, "give whole seconds from 1s to 1d");
        }
        return new PrometheusSettings(
                url(given.getOrDefault("url", "")),
                token(given),
                selector(given.getOrDefault("selector", "")),
                ActivityMetric.parse(given.getOrDefault("activity", ActivityMetric.DEFAULTS)),
                given.getOrDefault("power", "DCGM_FI_DEV_POWER_USAGE"),
                FleetLabels.parse(
                        given.getOrDefault("job-labels", FleetLabels.DEFAULT_JOBS),
                        given.getOrDefault("family-label", ""),
                        given.getOrDefault("owner-label", ""),
                        given.getOrDefault("family-pattern", "")),
                step,
                given.containsKey("scrape-interval")
                        ? Optional.of(duration(given, "scrape-interval", ""))
                        : Optional.empty(),
                duration(given, "lookback", "28d"),
                duration(given, "timeout", "30s"),
                bytes(given.getOrDefault("most-bytes", "67108864")),
                isRecorded(given.getOrDefault("recorded", "true")),
                Optional.ofNullable(given.get("keep")).map(Path::of));
    }

    /** Returns the server and all settings that change what it tells; of the token only where it stands, which tells tenants apart. */
    static String identity(PluginContext context) {
        Map<String, String> given = new TreeMap<>(hyphened(context.settings()));
        given.put("url", url(given.getOrDefault("url", "")).toString());
        given.keySet().removeAll(Set.of("timeout", "most-bytes", "keep"));
        return "prometheus " + given;
    }

    /** Names as they are written elsewhere: {@code scrape_interval} is {@code scrape-interval}. */
    private static Map<String, String> hyphened(Map<String, String> settings) {
        Map<String, String> given = new HashMap<>();
        settings.forEach((name, value) -> {
            if (given.put(name.replace('_', '-'), value) != null) {
                throw invalid("the setting '" + name.replace('_', '-') + "' is given twice", "give it once");
            }
        });
        return given;
    }

    private static URI url(String text) {
        URI url;
        try {
            url = URI.create(text.replaceFirst("/+$", ""));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(PLACE, "the setting 'url' is not a URL", "write http://HOST:9090", e);
        }
        if (!List.of("http", "https").contains(String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT))
                || url.getHost() == null) {
            throw invalid("the setting 'url' is not an http URL with a host", "write http://HOST:9090");
        }
        if (url.getUserInfo() != null) {
            throw invalid(
                    "the setting 'url' holds a user or password",
                    "take it out; name a token by token-env or token-file");
        }
        return url;
    }

    private static Supplier<Optional<String>> token(Map<String, String> given) {
        String file = given.getOrDefault("token-file", "");
        String variable = given.getOrDefault("token-env", "");
        if (!file.isEmpty()) {
            return () -> Optional.of(read(Path.of(file)));
        }
        if (variable.isEmpty()) {
            return Optional::empty;
        }
        return () -> Optional.of(Optional.ofNullable(System.getenv(variable))
                .filter(value -> !value.isBlank())
                .orElseThrow(() -> invalid("the variable " + variable + " is empty", "put the bearer token there"))
                .strip());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new InvalidInputException(
                    PLACE, "the token file " + file + " cannot be read", "check the path and its permissions", e);
        }
    }

    private static String selector(String text) {
        return text.strip().replaceFirst("^\\{", "").replaceFirst("\\}$", "").strip();
    }

    private static boolean isRecorded(String text) {
        if (!text.matches("true|false")) {
            throw invalid("the setting 'recorded' is '" + text + "'", "write true or false");
        }
        return text.equals("true");
    }

    private static int bytes(String text) {
        if (!text.matches("[0-9]{4,10}") || Long.parseLong(text) > Integer.MAX_VALUE - 16) {
            throw invalid("the setting 'most-bytes' is '" + text + "'", "give a number from 1024 to 2147483631");
        }
        return Integer.parseInt(text);
    }

    private static Duration duration(Map<String, String> given, String name, String otherwise) {
        String text = given.getOrDefault(name, otherwise).strip().toUpperCase(Locale.ROOT);
        try {
            Duration duration = Duration.parse(text.endsWith("D") ? "P" + text : "PT" + text);
            if (!duration.isNegative() && !duration.isZero()) {
                return duration;
            }
        } catch (DateTimeParseException e) {
            throw new InvalidInputException(
                    PLACE, "the setting '" + name + "' is '" + text + "'", "write 15s, 5m, 2h or 28d", e);
        }
        throw invalid("the setting '" + name + "' is '" + text + "'", "write 15s, 5m, 2h or 28d");
    }

    private static InvalidInputException invalid(String problem, String remedy) {
        return new InvalidInputException(PLACE, problem, remedy);
    }
}
