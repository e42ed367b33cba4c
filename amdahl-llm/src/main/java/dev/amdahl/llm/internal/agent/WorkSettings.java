package dev.amdahl.llm.internal.agent;

import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.llm.answer.Settings;
import dev.amdahl.llm.internal.proxy.AllowedHosts;
import dev.amdahl.llm.internal.proxy.ModelEndpoint;
import dev.amdahl.llm.internal.proxy.ProxyLimits;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a program works for the loop, and within what bounds. Immutable.
 *
 * @param agent how it is called
 * @param endpoint the service of its model, with the key that it does not see
 * @param hosts that it may reach besides
 * @param readable files and folders that it sees besides
 * @param limits of its way out
 * @param time of a run
 */
record WorkSettings(
        AgentSettings agent,
        ModelEndpoint endpoint,
        AllowedHosts hosts,
        List<Path> readable,
        ProxyLimits limits,
        Duration time) {
    private static final int TURNS = 60;
    private static final int SPARE_CALLS = 10;
    private static final int CONNECTIONS = 64;
    private static final int MINUTES = 30;
    private static final int MAX_MINUTES = 24 * 60;
    private static final double TOKENS = 2e6;
    private static final double MAX_TOKENS = 1e12;
    private static final long BYTES = 1L << 30;

    /**
     * From the settings.
     *
     * @throws InvalidInputException if one is wrong, or a variable named is not set
     */
    static WorkSettings of(PluginContext context, Kind kind, Map<String, String> environment) {
        AgentSettings agent = AgentSettings.of(context, kind.program(), environment, TURNS);
        return new WorkSettings(
                agent,
                endpoint(context, kind, environment),
                AllowedHosts.of(words(context, "hosts", "[,\\s]+"), AllowedHosts.Names.SYSTEM),
                words(context, "readable", File.pathSeparator).stream()
                        .map(path -> Path.of(path).toAbsolutePath().normalize())
                        .toList(),
                new ProxyLimits(
                        CONNECTIONS,
                        // A call that the service turned away is made again.
                        2 * agent.turns() + SPARE_CALLS,
                        (long) Settings.number(context, "tokens", 1, MAX_TOKENS).orElse(TOKENS),
                        Settings.number(context, "most_price", 1e-9, MAX_TOKENS).orElse(Double.POSITIVE_INFINITY),
                        BYTES),
                Duration.ofMinutes(Settings.count(context, "minutes", 1, MAX_MINUTES, MINUTES)));
    }

    PriceList prices() {
        return agent.prices();
    }

    /** What differs between the programs: their names, services, and how these are asked. */
    enum Kind {
        CLAUDE("claude", "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY", "x-api-key", "", "/messages"),
        CODEX("codex", "https://api.openai.com/v1", "OPENAI_API_KEY", "authorization", "Bearer ", "/responses");

        private final String program;
        private final String address;
        private final String variable;
        private final String header;
        private final String prefix;
        private final String path;

        Kind(String program, String address, String variable, String header, String prefix, String path) {
            this.program = program;
            this.address = address;
            this.variable = variable;
            this.header = header;
            this.prefix = prefix;
            this.path = path;
        }

        String program() {
            return program;
        }

        Agent agent(WorkSettings settings) {
            return this == CLAUDE
                    ? new ClaudeAgent(settings.agent(), true, settings.limits().price())
                    : new CodexAgent(settings.agent(), true);
        }

        static Optional<Kind> named(String program) {
            return Stream.of(values())
                    .filter(kind -> kind.program.equals(program))
                    .findFirst();
        }
    }

    /** The key of the public service goes nowhere else: another address has one only where a variable is named. */
    private static ModelEndpoint endpoint(PluginContext context, Kind kind, Map<String, String> environment) {
        Optional<String> elsewhere = context.setting("base_url");
        Optional<String> variable = context.setting("key_variable")
                .or(() -> elsewhere.isEmpty() ? Optional.of(kind.variable) : Optional.empty());
        String key = variable.map(name -> key(name, environment)).orElse("");
        return new ModelEndpoint(
                address(elsewhere.orElse(kind.address)),
                kind.header,
                key.isEmpty() ? "" : kind.prefix + key,
                Set.of(kind.path),
                Set.copyOf(words(context, "models", "[,\\s]+")));
    }

    private static String key(String variable, Map<String, String> environment) {
        if (!variable.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw new InvalidInputException(
                    "setting `key_variable`",
                    "not the name of an environment variable",
                    "name the variable that holds the key, never the key itself");
        }
        String key = environment.getOrDefault(variable, "").strip();
        if (!key.matches("[!-~]+")) {
            throw new InvalidInputException(
                    "environment variable " + variable,
                    key.isEmpty() ? "not set" : "no key: it holds blanks or control characters",
                    "put the key of the model's service there; the program does not see it");
        }
        return key;
    }

    private static URI address(String text) {
        try {
            URI uri = new URI(text);
            if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getUserInfo() == null
                    && uri.getQuery() == null) {
                return uri;
            }
        } catch (URISyntaxException malformed) {
            throw wrong(malformed);
        }
        throw wrong(null);
    }

    private static InvalidInputException wrong(@Nullable Exception cause) {
        return new InvalidInputException(
                "setting `base_url`",
                "not the address of a service, of http or https",
                "give one such as http://127.0.0.1:8000/v1",
                cause);
    }

    private static List<String> words(PluginContext context, String setting, String separator) {
        return Stream.of(context.setting(setting).orElse("").split(separator))
                .filter(word -> !word.isBlank())
                .toList();
    }
}
