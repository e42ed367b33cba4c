package dev.amdahl.core.internal.ledger.store;

import org.junit.jupiter.api.Nested;

/** Both kinds of plain memory keep the contract. */
class MemoryStoreTest {
    @Nested
    class Exclusive extends LedgerStoreContract {
        @Override
        LedgerStore create() {
            return MemoryStore.exclusive("memory");
        }

        @Override
        LedgerStore reopen(LedgerStore before) {
            return before;
        }
    }

    @Nested
    class Shared extends LedgerStoreContract {
        @Override
        LedgerStore create() {
            return MemoryStore.shared("memory");
        }

        @Override
        LedgerStore reopen(LedgerStore before) {
            return before;
        }
    }
}
