package dev.amdahl.core.ledger.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.internal.io.FileFault;
import dev.amdahl.spi.InvalidInputException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The place of a ledger: a file with its companions, a server with companions on this host, or memory.
 *
 * @param name what messages call it; it shows no password
 * @param base the path that the files' names start with; empty in memory
 * @param server the server, if it lies on one
 */
public record LedgerLocation(String name, Optional<Path> base, Optional<PostgresServer> server) {
    private static final String MEMORY = "jdbc:h2:mem:";
    private static final String FILE = "jdbc:h2:file:";
    private static final String SUFFIX = ".mv.db";
    private static final String EVENTS = ".events.jsonl";

    /**
     * Reads {@code jdbc:h2:file:PATH}, {@code jdbc:h2:mem:NAME}, {@code jdbc:postgresql://HOST:PORT/DATABASE} or a plain path.
     *
     * @throws InvalidInputException if it is neither, or carries settings of its own
     */
    public static LedgerLocation of(String url) {
        if (url.startsWith(PostgresServer.PREFIX)) {
            return PostgresServer.location(url, System::getenv);
        }
        if (url.contains(";")) {
            throw new InvalidInputException(
                    "ledger '" + url + "'", "settings after ';' are fixed by the library", "give the path alone");
        }
        if (url.startsWith(MEMORY)) {
            String name = url.substring(MEMORY.length());
            if (!name.matches("[A-Za-z0-9_-]+")) {
                throw new InvalidInputException(
                        "ledger '" + url + "'", "'" + name + "' is not a name", "use letters, digits, '-' and '_'");
            }
            return inMemory(url);
        }
        if (url.startsWith("jdbc:") && !url.startsWith(FILE)) {
            throw new InvalidInputException(
                    "ledger '" + url + "'",
                    "this kind of database is not supported",
                    "give a path, jdbc:h2:file:PATH, jdbc:h2:mem:NAME or jdbc:postgresql://HOST:PORT/DATABASE");
        }
        return ofPath(url.startsWith(FILE) ? url.substring(FILE.length()) : url);
    }

    private static LedgerLocation ofPath(String text) {
        try {
            String stem = text.endsWith(SUFFIX) ? text.substring(0, text.length() - SUFFIX.length()) : text;
            Path base = Path.of(stem).toAbsolutePath().normalize();
            if (stem.isBlank() || base.getFileName() == null) {
                throw new InvalidInputException("ledger '" + text + "'", "not a file's path", "name a file");
            }
            if (Files.exists(base) && !isProgram(base)) {
                throw new InvalidInputException(
                        "ledger " + base,
                        Files.isDirectory(base) ? "is a folder" : "exists and is not a ledger",
                        "give the name of a ledger, or a name that is free");
            }
            return new LedgerLocation(base.toString(), Optional.of(base), Optional.empty());
        } catch (InvalidPathException e) {
            throw new InvalidInputException(
                    "ledger '" + text + "'", "not a path: " + e.getReason(), FileFault.remedy(e), e);
        }
    }

    /** Returns whether it is a program: the one-file {@code amdahl} lies beside the ledger {@code ./amdahl} of the first steps. */
    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    /** Returns the URL as it may be shown and written down. */
    public static String withoutPassword(String url) {
        return url.startsWith(PostgresServer.PREFIX) ? url.replaceAll("(?<=[?&])password=[^&]*(&|$)", "") : url;
    }

    /**
     * Returns the URL of the same server with the files of this host in that folder.
     *
     * @throws InvalidInputException if it is no server's
     */
    public static String inFolder(String url, Path folder) {
        if (!url.startsWith(PostgresServer.PREFIX)) {
            throw new InvalidInputException(
                    "ledger '" + url + "'", "is in a folder already", "give a folder for PostgreSQL alone");
        }
        String encoded = URLEncoder.encode(folder.toAbsolutePath().normalize().toString(), UTF_8);
        return url + (url.contains("?") ? "&" : "?") + PostgresServer.FOLDER + "=" + encoded;
    }

    /** Memory of that name. */
    public static LedgerLocation inMemory(String name) {
        return new LedgerLocation(name, Optional.empty(), Optional.empty());
    }

    /** Returns whether it lies on a server, which several processes may use at once. */
    public boolean isOnServer() {
        return server.isPresent();
    }

    /** Returns the database file. */
    public Optional<Path> database() {
        return besideFile(SUFFIX);
    }

    /** Returns the database file beside an event file. */
    public static Path databaseOf(Path events) {
        String name = String.valueOf(events.getFileName());
        String stem = name.endsWith(EVENTS) ? name.substring(0, name.length() - EVENTS.length()) : name;
        return events.resolveSibling(stem + SUFFIX);
    }

    /** Returns the event file, which readers use. */
    public Optional<Path> eventFile() {
        return besideFile(EVENTS);
    }

    /** Returns the newest event of a server that this host has seen. */
    public Optional<Path> head() {
        return isOnServer() ? beside(".head") : Optional.empty();
    }

    /** Returns the folder for answers of people. */
    public Optional<Path> reviews() {
        return beside(".reviews");
    }

    /** Returns the folder by which scheduled runs ask what to start with. */
    public Optional<Path> field() {
        return beside(".field");
    }

    /** Returns the folder for files that verdicts rest on. */
    public Optional<Path> evidence() {
        return beside(".evidence");
    }

    /** Returns the password of the database file. */
    public Optional<Path> secret() {
        return besideFile(".secret");
    }

    private Optional<Path> besideFile(String suffix) {
        return isOnServer() ? Optional.empty() : beside(suffix);
    }

    private Optional<Path> beside(String suffix) {
        return base.map(path -> path.resolveSibling(path.getFileName() + suffix));
    }
}
