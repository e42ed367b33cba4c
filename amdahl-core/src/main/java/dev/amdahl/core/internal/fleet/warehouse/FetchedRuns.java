package dev.amdahl.core.internal.fleet.warehouse;

import dev.amdahl.core.internal.fleet.BadRows;
import dev.amdahl.core.internal.fleet.Micros;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetListener;
import dev.amdahl.spi.job.Utilization;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/** Makes runs of fetched rows. Not thread-safe. */
final class FetchedRuns {
    private final ResultSet rows;
    private final RunSql sql;
    private final String place;
    private final BadRows badRows;
    private final Set<String> names = new HashSet<>();
    private final FleetListener listener;
    private long number;
    private long leftOut;

    /** @param listener told of what is left out */
    FetchedRuns(ResultSet rows, RunSql sql, String place, BadRows badRows, FleetListener listener) throws SQLException {
        this.listener = listener;
        this.rows = rows;
        this.sql = sql;
        this.place = place;
        this.badRows = badRows;
        ResultSetMetaData about = rows.getMetaData();
        for (int i = 1; i <= about.getColumnCount(); i++) {
            names.add(about.getColumnLabel(i).toLowerCase(Locale.ROOT));
        }
    }

    /** Returns the next run; empty at the end. */
    Optional<FleetJob> next() {
        try {
            while (rows.next()) {
                number++;
                String reason = rows.getString("reason");
                if (reason != null) {
                    InvalidInputException bad = new InvalidInputException(
                            place,
                            reason + " in a row of family '" + rows.getString("family") + "'",
                            "fix it, or leave such rows out");
                    if (badRows == BadRows.FAIL) {
                        throw bad;
                    }
                    listener.reject(String.valueOf(bad.getMessage()));
                } else if (!sql.hasCount() || rows.getDouble("n") > 0) {
                    return Optional.of(job());
                } else {
                    leftOut++;
                }
            }
            if (leftOut > 0) {
                listener.note(leftOut + " rows without accelerators left out");
                leftOut = 0;
            }
            return Optional.empty();
        } catch (SQLException e) {
            throw Connections.error(place, e);
        }
    }

    private FleetJob job() throws SQLException {
        double share = number("part").orElse(1);
        Optional<Instant> started = instant("b");
        Optional<String> id = text("id");
        Map<String, String> labels = new TreeMap<>();
        if (share < 1) {
            labels.put(FleetJob.SHARE, Double.toString(share));
        }
        if (id.isEmpty()) {
            labels.put(FleetJob.KNOWN_AS, "");
        }
        return new FleetJob(
                id.orElse("row " + number),
                rows.getString("family"),
                text("owner_name").orElse(""),
                new Accelerators(
                        text("kind").orElse("unknown"), (int) number("n").orElse(1)),
                instant("a"),
                started,
                instant("e"),
                utilisation(),
                labels);
    }

    private Optional<Utilization> utilisation() throws SQLException {
        double unknown = number("unseen").orElse(0);
        OptionalDouble idle = number("idle_share");
        OptionalDouble low = number("low_share");
        OptionalDouble high = number("high_share");
        if (idle.isPresent() && low.isPresent() && high.isPresent()) {
            return Optional.of(new Utilization(
                    idle.getAsDouble(),
                    low.getAsDouble(),
                    high.getAsDouble(),
                    number("useful_share").orElse(.5),
                    unknown));
        }
        OptionalDouble useful = number("u");
        return useful.isEmpty()
                ? Optional.empty()
                : Optional.of(new Utilization(
                        (1 - useful.getAsDouble()) * (1 - unknown),
                        0,
                        useful.getAsDouble() * (1 - unknown),
                        0,
                        unknown));
    }

    private Optional<String> text(String name) throws SQLException {
        return names.contains(name) ? Optional.ofNullable(rows.getString(name)) : Optional.empty();
    }

    private OptionalDouble number(String name) throws SQLException {
        if (!names.contains(name)) {
            return OptionalDouble.empty();
        }
        double value = rows.getDouble(name);
        return rows.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private Optional<Instant> instant(String name) throws SQLException {
        OptionalDouble micros = number(name);
        return micros.isEmpty() ? Optional.empty() : Optional.of(Micros.at(Math.round(micros.getAsDouble())));
    }
}
