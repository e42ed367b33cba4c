package dev.amdahl.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A real MariaDB of one's own on a free port of this machine, empty, in which root needs no password. Not thread-safe. */
public final class PrivateMariadb extends PrivateServer {
    private PrivateMariadb(Path folder) throws IOException {
        super(folder);
    }

    /** Starts one, if MariaDB is installed here; returns once it answers. */
    public static Optional<PrivateMariadb> start() {
        return PrivateSlurm.program("mariadbd").map(program -> {
            try {
                Path folder = Files.createTempDirectory("amdahl-mariadb-");
                prepare(PrivateAccounting.databaseInstaller(folder.resolve("data")), folder);
                PrivateMariadb server = new PrivateMariadb(folder);
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

    /** Returns the URL of an empty database there. */
    public String url() {
        return url("fleet") + "&createDatabaseIfNotExist=true";
    }

    private String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port() + "/" + database + "?user=root";
    }

    @Override
    ProcessBuilder command(Path folder, int port) {
        List<String> command =
                new ArrayList<>(List.of(PrivateSlurm.program("mariadbd").orElseThrow()));
        command.addAll(PrivateAccounting.databaseArguments(
                folder.resolve("data"), folder.resolve("socket"), "--bind-address=127.0.0.1", "--port=" + port));
        return new ProcessBuilder(command);
    }

    @Override
    boolean answers() {
        try {
            DriverManager.getConnection(url("mysql")).close();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }
}
