package dev.amdahl.core.ledger.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.spi.InvalidInputException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A database of a PostgreSQL server, and who asks. Its text never shows the password.
 *
 * @param host its name or address
 * @param port its port
 * @param database the database
 * @param schema where the tables lie, one ledger in each
 * @param settings those of the URL that go to the driver
 */
public record PostgresServer(String host, int port, String database, String schema, Map<String, String> settings) {
    static final String PREFIX = "jdbc:postgresql:";

    private static final int PORT = 5432;
    /** The setting that names the schema. */
    public static final String SCHEMA = "currentSchema";

    static final String FOLDER = "folder";
    /** How many seconds the server may take for an answer. */
    public static final String PATIENCE = "socketTimeout";

    private static final Set<String> TO_DRIVER =
            Set.of("user", "password", "sslmode", "sslrootcert", "sslcert", "sslkey", PATIENCE);
    private static final List<String> SSL_MODES =
            List.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");
    private static final String FORM = "give jdbc:postgresql://HOST:PORT/DATABASE?user=NAME, with " + SCHEMA + ", "
            + FOLDER + ", socketTimeout or the ssl settings if needed; the password may be in PGPASSWORD";

    /**
     * Reads the URL of a ledger on a server; what it does not say about user and password, the variables PGUSER and PGPASSWORD do.
     * Its setting {@code folder} names where the files beside the ledger lie on this host.
     *
     * @throws InvalidInputException if it is no such URL, or has settings that a ledger does not take
     */
    static LedgerLocation location(String url, UnaryOperator<@Nullable String> environment) {
        String shown = url.replaceAll("\\?.*", "").replaceAll("//[^/]*@", "//");
        URI uri = parse(url, shown);
        Map<String, String> given = settings(uri.getRawQuery(), shown);
        String database = Optional.ofNullable(uri.getPath()).orElse("/").replaceFirst("/", "");
        String host = uri.getHost();
        if (host == null || uri.getUserInfo() != null || !database.matches("[A-Za-z0-9_.-]+")) {
            throw wrong(shown, "does not name a host and a database");
        }
        String schema = Optional.ofNullable(given.remove(SCHEMA)).orElse("public");
        if (!schema.matches("[a-z_][a-z0-9_]{0,62}")) {
            throw wrong(shown, "'" + schema + "' is not a name of a schema");
        }
        if (!given.getOrDefault(PATIENCE, "15").matches("[1-9][0-9]{0,3}")) {
            throw wrong(shown, PATIENCE + " is not a number of seconds from 1 to 9999");
        }
        if (!SSL_MODES.contains(given.getOrDefault("sslmode", "prefer"))) {
            throw wrong(shown, "its sslmode is not one of " + String.join(", ", SSL_MODES));
        }
        Optional<Path> folder = Optional.ofNullable(given.remove(FOLDER)).map(Path::of);
        fill(given, "user", environment.apply("PGUSER"));
        fill(given, "password", environment.apply("PGPASSWORD"));
        PostgresServer server =
                new PostgresServer(host, uri.getPort() < 0 ? PORT : uri.getPort(), database, schema, Map.copyOf(given));
        Path base = folder.orElseGet(() -> stateFolder(environment).resolve(server.fileName()))
                .toAbsolutePath()
                .normalize()
                .resolve("ledger");
        return new LedgerLocation(server.toString(), Optional.of(base), Optional.of(server));
    }

    private static URI parse(String url, String shown) {
        try {
            return new URI(url.substring("jdbc:".length()));
        } catch (URISyntaxException e) {
            throw wrong(shown, "is not a URL");
        }
    }

    private static Map<String, String> settings(@Nullable String query, String shown) {
        Map<String, String> settings = new TreeMap<>();
        String[] parts = query == null || query.isEmpty() ? new String[0] : query.split("&", -1);
        Arrays.stream(parts).map(part -> part.split("=", 2)).forEach(part -> {
            String name = part[0];
            if (part.length < 2 || !(TO_DRIVER.contains(name) || name.equals(SCHEMA) || name.equals(FOLDER))) {
                throw wrong(shown, "the setting '" + name + "' is not one of a ledger's");
            }
            settings.put(name, URLDecoder.decode(part[1], UTF_8));
        });
        return settings;
    }

    private static void fill(Map<String, String> settings, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            settings.putIfAbsent(name, value);
        }
    }

    private static Path stateFolder(UnaryOperator<@Nullable String> environment) {
        String given = environment.apply("XDG_STATE_HOME");
        Path state = given == null || given.isBlank()
                ? Path.of(System.getProperty("user.home", "."), ".local", "state")
                : Path.of(given);
        return state.resolve("amdahl");
    }

    private String fileName() {
        return String.join("-", host.replaceAll("[^A-Za-z0-9._-]", "_"), Integer.toString(port), database, schema);
    }

    private static InvalidInputException wrong(String shown, String problem) {
        return new InvalidInputException("ledger '" + shown + "'", problem, FORM);
    }

    /** Returns what a driver connects to. */
    public String url() {
        return PREFIX + "//" + host + ":" + port + "/" + database;
    }

    @Override
    public String toString() {
        return "postgresql://" + host + ":" + port + "/" + database + (schema.equals("public") ? "" : "#" + schema);
    }
}
