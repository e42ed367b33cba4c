package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.amdahl.core.internal.ledger.store.TestPostgres;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A ledger on PostgreSQL whose database was altered, set back or closed to its user. */
final class AlteredServerTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private final String schema = TestPostgres.schema();

    private String url() {
        return TestPostgres.server().url(schema, folder);
    }

    @Test
    void rowThatIsGoneOrTooManyIsDamageAndNothingIsWritten() throws SQLException {
        try (Ledger ledger = Ledger.open(url());
                Lease lease = ledger.acquire("one", MINUTE)) {
            lease.commit(Entries.family());
            TestPostgres.execute(schema, "DELETE FROM family");
            assertThatThrownBy(() -> lease.commit(Entries.family()))
                    .isInstanceOf(LedgerUnusableException.class)
                    .hasMessageContaining("nothing was written")
                    .hasMessageContaining("run ledger verify");
        }
        assertThat(Ledger.verify(url()).problems()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"trial", "event", "lease", "migration"})
    void tableThatIsGoneIsDamageAndVerifyNamesIt(String table) throws SQLException {
        try (Ledger ledger = Ledger.open(url());
                Lease lease = ledger.acquire("one", MINUTE)) {
            lease.commit(Entries.family());
        }
        TestPostgres.execute(schema, "DROP TABLE " + table);
        Verification found = Ledger.verify(url());
        assertThat(found.problems()).singleElement(STRING).contains(table);
        assertThatThrownBy(() -> {
                    try (Ledger ledger = Ledger.open(url())) {
                        ledger.acquire("other", MINUTE).commit(Entries.underTest("h1"));
                    }
                })
                .isInstanceOfSatisfying(
                        AmdahlException.class,
                        refused -> assertThat(refused.category()).isEqualTo(ErrorCategory.USER))
                .hasMessageContaining(table);
    }

    @Test
    void userWithoutRightsIsToldSo() throws SQLException {
        Ledger.open(url()).close();
        String reader = "reader_of_" + schema;
        TestPostgres.execute(
                schema,
                "CREATE ROLE " + reader + " LOGIN",
                "ALTER ROLE " + reader + " SET default_transaction_read_only = on",
                "GRANT USAGE ON SCHEMA " + schema + " TO " + reader);
        String asReader = url().replace("user=amdahl", "user=" + reader);
        assertThatThrownBy(() -> Ledger.open(asReader)).hasMessageContaining("transaction_read_only = on");
        TestPostgres.execute(schema, "GRANT SELECT ON migration TO " + reader);
        assertThatThrownBy(() -> LedgerReader.view(asReader))
                .isInstanceOfSatisfying(
                        LedgerUnusableException.class,
                        refused -> assertThat(refused.category()).isEqualTo(ErrorCategory.USER))
                .hasMessageContaining("the user may not do this");
        TestPostgres.execute(schema, "GRANT SELECT ON ALL TABLES IN SCHEMA " + schema + " TO " + reader);
        assertThat(LedgerReader.view(asReader).events()).isZero();
        TestPostgres.execute(schema, "ALTER ROLE " + reader + " RESET default_transaction_read_only");
        try (Ledger ledger = Ledger.open(asReader)) {
            assertThatThrownBy(() -> ledger.acquire("reader", MINUTE))
                    .isInstanceOfSatisfying(
                            LedgerUnusableException.class,
                            refused -> assertThat(refused.category()).isEqualTo(ErrorCategory.USER))
                    .hasMessageContaining("the user may not do this");
        }
    }

    @Test
    void aTriggerThatIsSwitchedOffIsFoundAndMadeAgain() throws SQLException {
        try (Ledger ledger = Ledger.open(url());
                Lease lease = ledger.acquire("one", MINUTE)) {
            lease.commit(Entries.family());
        }
        TestPostgres.execute(schema, "ALTER TABLE event DISABLE TRIGGER ALL", "DROP INDEX event_prev");
        assertThat(Ledger.verify(url()).problems()).hasSize(2).allMatch(found -> found.contains("is missing"));
        Ledger.open(url()).close();
        assertThat(Ledger.verify(url()).problems()).isEmpty();
        assertThatThrownBy(() -> TestPostgres.execute(schema, "DELETE FROM event"))
                .hasMessageContaining("append-only");
    }

    @Test
    void serverSetBackBehindWhatThisHostHasSeenIsRefused() throws SQLException {
        try (Ledger ledger = Ledger.open(url());
                Lease lease = ledger.acquire("one", MINUTE)) {
            lease.commit(Entries.family());
            lease.commit(new Entry.CycleEnded("last"));
        }
        TestPostgres.execute(
                schema,
                "ALTER TABLE event DISABLE TRIGGER ALL",
                "DELETE FROM event WHERE seq > 2",
                "ALTER TABLE event ENABLE TRIGGER ALL");
        assertThatThrownBy(() -> Ledger.open(url()))
                .isInstanceOfSatisfying(
                        LedgerDamagedException.class,
                        damaged -> assertThat(damaged.seq()).hasValue(3))
                .hasMessageContaining("this host has seen 4");
        assertThatThrownBy(() -> LedgerReader.view(url())).isInstanceOf(LedgerDamagedException.class);
        assertThat(Ledger.verify(url()).firstBad()).hasValue(3);
    }

    @Test
    void serverSetBackUnderAnOpenLedgerIsNotWrittenBehindTheGap() throws SQLException {
        try (Ledger ledger = Ledger.open(url())) {
            try (Lease lease = ledger.acquire("one", MINUTE)) {
                lease.commit(Entries.family());
            }
            TestPostgres.execute(
                    schema,
                    "ALTER TABLE event DISABLE TRIGGER ALL",
                    "DELETE FROM event WHERE seq > 2",
                    "ALTER TABLE event ENABLE TRIGGER ALL");
            assertThatThrownBy(() -> ledger.acquire("one", MINUTE).commit(Entries.underTest("h1")))
                    .isInstanceOf(LedgerDamagedException.class)
                    .hasMessageContaining("event 3")
                    .hasMessageContaining("set back while this process ran");
        }
        assertThat(Ledger.verify(url()).problems()).singleElement(STRING).contains("ends at event 2");
    }
}
