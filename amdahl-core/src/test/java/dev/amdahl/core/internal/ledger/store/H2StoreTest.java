package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.ledger.event.LedgerLocation;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** H2 keeps the contract. */
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
}
