package dev.amdahl.core.ledger.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.h2.api.Trigger;
import org.jspecify.annotations.Nullable;

/** Refuses to change or delete an event; the database calls it by name. Thread-safe. */
public final class AppendOnly implements Trigger {
    @Override
    public void fire(Connection connection, @Nullable Object @Nullable [] before, @Nullable Object @Nullable [] after)
            throws SQLException {
        throw new SQLException("events are append-only", "23514");
    }
}
