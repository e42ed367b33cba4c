package dev.amdahl.core.internal.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.event.StaleLeaseException;
import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real PostgreSQL server keeps the contract, and what only a server can do. */
class PostgresStoreTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private final String schema = TestPostgres.schema();

    @Nested
    class Contract extends LedgerStoreContract {
        @Override
        LedgerStore create() {
            return opened();
        }

        @Override
        LedgerStore reopen(LedgerStore before) {
            before.close();
            return opened();
        }
    }

    private LedgerStore opened() {
        return LedgerStore.open(LedgerLocation.of(url()));
    }

    private String url() {
        return TestPostgres.server().url(schema, folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UPDATE event SET payload = 'other'", "DELETE FROM event", "TRUNCATE event"})
    void eventsAreAppendOnly(String statement) {
        try (LedgerStore store = opened()) {
            long fence = store.acquireLease("a", NOON, MINUTE);
            store.commit(fence, LedgerStoreContract.chain(Event.GENESIS, 1, 2), List.of());
            assertThatThrownBy(() -> TestPostgres.execute(schema, statement)).hasMessageContaining("append-only");
            assertThat(store.events()).isEqualTo(2);
        }
    }

    @Test
    void serverThatMayLoseCommitsIsRefused() throws SQLException {
        TestPostgres.execute(schema, "ALTER ROLE amdahl SET synchronous_commit = off");
        try {
            assertThatThrownBy(this::opened)
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("synchronous_commit = off")
                    .hasMessageContaining("set it to on");
        } finally {
            TestPostgres.execute(schema, "ALTER ROLE amdahl RESET synchronous_commit");
        }
    }

    @Test
    void leaseIsHeldAgainstAnotherSessionAndJudgedByTheServersClock() {
        try (LedgerStore one = opened();
                LedgerStore other = opened()) {
            long first = one.acquireLease("one", Instant.EPOCH, MINUTE);
            assertThatThrownBy(() -> other.acquireLease("other", NOON.plus(Duration.ofDays(9000)), MINUTE))
                    .isInstanceOf(LedgerBusyException.class)
                    .hasMessageContaining("leased to one");
            one.extendLease(first, Instant.EPOCH, Duration.ZERO);
            long second = other.acquireLease("other", Instant.EPOCH, MINUTE);
            assertThat(second).isGreaterThan(first);
            assertThatThrownBy(() -> one.commit(first, LedgerStoreContract.chain(Event.GENESIS, 1, 1), List.of()))
                    .isInstanceOf(StaleLeaseException.class);
            assertThat(other.events()).isZero();
        }
    }

    @Test
    void leaseOfASessionThatEndedIsFree() {
        LedgerStore dead = opened();
        long first = dead.acquireLease("dead", NOON, Duration.ofDays(1));
        dead.close();
        try (LedgerStore next = opened()) {
            assertThat(next.acquireLease("next", NOON, MINUTE)).isGreaterThan(first);
        }
    }

    @Test
    void readersFindNoLedgerWhereThereIsNoneAndMakeNone() {
        LedgerLocation location = LedgerLocation.of(url());
        for (int time = 0; time < 2; time++) {
            assertThatThrownBy(() -> LedgerStore.openToRead(location))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("there is none");
        }
    }

    @Test
    void readsAtOneMomentDoNotSeeWhatIsCommittedMeanwhile() {
        try (LedgerStore writer = opened();
                LedgerStore reader = opened()) {
            long fence = writer.acquireLease("a", NOON, MINUTE);
            List<Long> seen = reader.atOneMoment(() -> {
                long before = reader.events();
                writer.commit(fence, LedgerStoreContract.chain(Event.GENESIS, 1, 2), List.of());
                return List.of(before, reader.events());
            });
            assertThat(seen).containsExactly(0L, 0L);
            assertThat(reader.events()).isEqualTo(2);
        }
    }

    @Test
    void missingDatabaseIsNamed() {
        String url = url().replace("/postgres?", "/elsewhere?");
        assertThatThrownBy(() -> LedgerStore.open(LedgerLocation.of(url)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no such database")
                .hasMessageContaining("createdb elsewhere");
    }
}
