package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.ledger.event.LedgerLocation;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** H2 keeps the contract, in a file and in memory. */
class H2StoreTest {
    @Nested
    class InFile extends LedgerStoreContract {
        @TempDir
        private Path folder;

        @Override
        LedgerStore create() {
            return LedgerStore.open(LedgerLocation.of(folder.resolve("ledger").toString()));
        }

        @Override
        LedgerStore reopen(LedgerStore before) {
            before.close();
            return LedgerStore.open(before.location());
        }
    }

    @Nested
    class InMemory extends LedgerStoreContract {
        private static final String URL = "jdbc:h2:mem:store-contract";

        private final List<Connection> keepItAlive = new ArrayList<>();

        @Override
        LedgerStore create() {
            LedgerStore store = LedgerStore.open(LedgerLocation.of(URL));
            try {
                keepItAlive.add(DriverManager.getConnection(URL, "amdahl", ""));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            return store;
        }

        @Override
        LedgerStore reopen(LedgerStore before) {
            before.close();
            return LedgerStore.open(before.location());
        }

        @AfterEach
        void drop() throws SQLException {
            for (Connection connection : keepItAlive) {
                connection.close();
            }
        }
    }
}
