package dev.amdahl.core.internal.fleet.warehouse;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.UnavailableException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Opens connections with the credentials of the environment, and says in one line why one cannot be had. */
final class Connections {
    static final String USER = "AMDAHL_FLEET_USER";
    static final String PASSWORD = "AMDAHL_FLEET_PASSWORD";

    private static final Duration LOGIN = Duration.ofMinutes(1);

    private Connections() {}

    /** @throws AmdahlException if it cannot be had, or not within a minute: a server that hangs may take the call and never answer */
    static Connection open(String url, String place, Map<String, String> environment) {
        return open(url, place, environment, LOGIN);
    }

    static Connection open(String url, String place, Map<String, String> environment, Duration most) {
        if (url.toLowerCase(Locale.ROOT)
                .matches(".*[?&;:](password|pwd)=.*|[^?]*//[^/?]*:[^/?]*@.*|[^?]*:thin:[^@?]*/.*@.*")) {
            throw new InvalidInputException(
                    place, "the URL holds a password, and others can read it", "set " + PASSWORD + " instead");
        }
        Properties properties = new Properties();
        String user = environment.getOrDefault(USER, "");
        String password = environment.getOrDefault(PASSWORD, "");
        if (!user.isEmpty()) {
            properties.setProperty("user", user);
        }
        if (!password.isEmpty()) {
            properties.setProperty("password", password);
        }
        requireDriver(url, place);
        FutureTask<Connection> opening =
                new FutureTask<>(() -> inUniversalTime(DriverManager.getConnection(url, properties), url));
        Thread thread = new Thread(opening, "amdahl-warehouse-login");
        thread.setDaemon(true);
        thread.start();
        try {
            return opening.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException refused) {
                throw error(place, refused);
            }
            throw new InvalidInputException(place, "its driver failed: " + e.getCause(), "check the URL", e);
        } catch (TimeoutException e) {
            throw new UnavailableException(
                    place,
                    "no answer within " + most.toMillis() / 1e3 + " s",
                    "check that it runs and answers others",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException(place, "interrupted", "ask again", e);
        }
    }

    /** Closed if the zone cannot be set: times would be wrong. */
    private static Connection inUniversalTime(Connection connection, String url) throws SQLException {
        Optional<String> zone = Dialect.of(url).zoneStatement();
        if (zone.isEmpty()) {
            return connection;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(zone.get());
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static void requireDriver(String url, String place) {
        List<Driver> drivers = Collections.list(DriverManager.getDrivers());
        boolean isKnown = drivers.stream().anyMatch(driver -> {
            try {
                return driver.acceptsURL(url);
            } catch (SQLException refused) {
                return false;
            }
        });
        if (!isKnown) {
            throw new InvalidInputException(
                    place,
                    "its driver is not on the class path",
                    "add " + Dialect.of(url).driver()
                            + ": java -cp amdahl.jar:DRIVER.jar dev.amdahl.examples.cli.Main scan ...");
        }
    }

    /** Returns the URL without what may be secret. */
    static String place(String url) {
        return url.split("[?;]", 2)[0].replaceAll("//[^/@]*@", "//");
    }

    /** Returns what a warehouse said, as an error of the user or of an outside system. */
    static AmdahlException error(String place, SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        String said = String.valueOf(e.getMessage()).split("\\R", 2)[0];
        if (state.startsWith("28")) {
            return new InvalidInputException(
                    place, "it refuses this user: " + said, "set " + USER + " and " + PASSWORD, e);
        }
        boolean isAway = state.startsWith("08")
                || state.startsWith("57")
                || state.equals("HYT00")
                || e instanceof java.sql.SQLTransientException
                || e.getCause() instanceof java.io.IOException;
        return isAway
                ? new UnavailableException(place, said, "check that it runs and can be reached", e)
                : new InvalidInputException(place, said, "check the table, its columns and your permissions", e);
    }
}
