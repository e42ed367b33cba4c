package dev.amdahl.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A real PostgreSQL server of one's own on a free port of this machine, durable and empty, which may be killed and started again.
 * Where the caller is root it runs as the user {@code postgres}, for it refuses root. Not thread-safe.
 */
public final class PrivatePostgres extends PrivateServer {
    private static final String USER = "amdahl";
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

    private final Path programs;

    private PrivatePostgres(Path programs, Path folder) throws IOException {
        super(folder);
        this.programs = programs;
    }

    /** Starts one, if PostgreSQL is installed here; returns once it answers. */
    public static Optional<PrivatePostgres> start() {
        return programs().map(programs -> {
            try {
                Path folder = Files.createTempDirectory("amdahl-postgres-");
                if (isRoot()) {
                    Files.setOwner(
                            folder,
                            folder.getFileSystem()
                                    .getUserPrincipalLookupService()
                                    .lookupPrincipalByName("postgres"));
                }
                prepare(
                        program(
                                programs,
                                "initdb",
                                List.of(
                                        "--pgdata=" + folder.resolve("data"),
                                        "--username=" + USER,
                                        "--auth=trust",
                                        "--encoding=UTF8",
                                        "--locale=C",
                                        "--no-sync")),
                        folder);
                PrivatePostgres server = new PrivatePostgres(programs, folder);
                server.restart();
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        });
    }

    /**
     * Returns the URL of an empty ledger there; one for each name.
     *
     * @param schema a name in small letters
     * @param beside where the files of this host lie
     */
    public String url(String schema, Path beside) {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/postgres?user=" + USER + "&currentSchema=" + schema
                + "&folder=" + beside;
    }

    /** Returns the URL for the driver itself. */
    public String plainUrl() {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/postgres?user=" + USER;
    }

    /** Stops it where it stands: its connections stay open and nothing answers, until {@link #resume}. */
    public void hang() {
        signal("STOP");
    }

    /** Lets it go on after {@link #hang}, as if nothing had been. */
    public void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        processes().forEach(process -> command.add(Long.toString(process.pid())));
        try {
            new ProcessBuilder(command).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    ProcessBuilder command(Path folder, int port) {
        return program(
                programs,
                "postgres",
                List.of(
                        "-D",
                        folder.resolve("data").toString(),
                        "-p",
                        Integer.toString(port),
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "unix_socket_directories=",
                        "-c",
                        "shared_buffers=16MB",
                        "-c",
                        "max_connections=40"));
    }

    /** As the server's own tool asks. */
    @Override
    boolean answers() throws IOException, InterruptedException {
        List<String> asked = List.of("-q", "-h", "127.0.0.1", "-p", Integer.toString(port()));
        return logged(program(programs, "pg_isready", asked), folder()).start().waitFor() == 0;
    }

    private static ProcessBuilder program(Path programs, String program, List<String> arguments) {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"));
        }
        command.add(programs.resolve(program).toString());
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** Returns the newest version that Debian has put here, else what {@code PATH} holds. */
    private static Optional<Path> programs() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(debian(), Arrays.stream(path.split(":")).map(Path::of))
                .filter(folder ->
                        Files.isExecutable(folder.resolve("initdb")) && Files.isExecutable(folder.resolve("postgres")))
                .findFirst();
    }

    private static Stream<Path> debian() {
        if (!Files.isDirectory(DEBIAN)) {
            return Stream.empty();
        }
        try (Stream<Path> versions = Files.list(DEBIAN)) {
            return versions
                    .filter(version -> String.valueOf(version.getFileName()).matches("[0-9]+"))
                    .sorted(Comparator.comparing(version -> -Integer.parseInt(String.valueOf(version.getFileName()))))
                    .map(version -> version.resolve("bin"))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
