package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.internal.ledger.store.TestPostgres;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State rows that were lost or altered never lead to an event that contradicts those before it. */
final class LostRowsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Nested
    class InFile extends Contract {
        @Override
        String url() {
            return folder.resolve("memory").toString();
        }

        @Override
        void sql(String text) throws SQLException, IOException {
            String password = Files.readString(folder.resolve("memory.secret")).strip();
            try (Connection connection = DriverManager.getConnection("jdbc:h2:file:" + url(), "amdahl", password);
                    Statement statement = connection.createStatement()) {
                statement.executeUpdate(text);
            }
        }
    }

    @Nested
    class OnServer extends Contract {
        private final String schema = TestPostgres.schema();

        @Override
        String url() {
            return TestPostgres.server().url(schema, folder);
        }

        @Override
        void sql(String text) throws SQLException {
            TestPostgres.execute(schema, text);
        }
    }

    abstract static class Contract {
        @TempDir
        Path folder;

        abstract String url();

        abstract void sql(String text) throws SQLException, IOException;

        private long tell() {
            try (Ledger ledger = Ledger.open(url(), new SettableClock(Entries.START));
                    Lease lease = ledger.acquire("cycle", MINUTE)) {
                lease.commit(Entries.wholeStory("h1"));
                lease.commit(Entries.underTest("h2"));
                return ledger.view().events();
            }
        }

        @Test
        void tablesThatLackRowsAreMadeAnewAtOpening() throws SQLException, IOException {
            long events = tell();
            for (String lost : new String[] {
                "DELETE FROM hypothesis WHERE id = 'h1'",
                "DELETE FROM trial",
                "DELETE FROM verdict",
                "DELETE FROM once",
                "DELETE FROM counted",
                "UPDATE total SET body = 'x'",
                "DELETE FROM total WHERE id <> 'all'"
            }) {
                sql(lost);
                assertThat(Ledger.verify(url()).isOk()).as(lost).isFalse();
                try (Ledger ledger = Ledger.open(url());
                        Lease lease = ledger.acquire("cycle", MINUTE)) {
                    assertThat(ledger.view().events()).isEqualTo(events);
                    assertThat(ledger.view().dossier("h1")).isPresent();
                    assertThatThrownBy(() -> lease.commit(new Entry.Proposed(
                                    Entries.hypothesis("h1"), Entries.screening(), Optional.empty())))
                            .hasMessageContaining("is in the ledger already");
                    assertThat(ledger.verify().problems()).as(lost).isEmpty();
                }
            }
        }

        @Test
        void rowsThatWereAlteredAreMadeAnewAtOpeningOrNamedWhereTheyAreRead() throws SQLException, IOException {
            tell();
            sql("UPDATE hypothesis SET state = 'IN_REVIEW' WHERE id = 'h1'");
            try (Ledger ledger = Ledger.open(url())) {
                assertThat(ledger.verify().problems()).isEmpty();
            }
            sql("UPDATE trial SET body = REPLACE(body, '{', '[') WHERE hypothesis = 'h1'");
            try (Ledger ledger = Ledger.open(url())) {
                assertThatThrownBy(() -> ledger.view().runs())
                        .isInstanceOf(LedgerDamagedException.class)
                        .hasMessageContaining("row TRIAL")
                        .hasMessageContaining("is not what was written")
                        .hasMessageContaining("ledger repair");
            }
        }

        @Test
        void aContradictionIsNotCommittedWhateverTheTablesSay() throws SQLException, IOException {
            tell();
            Hypothesis lost = Entries.hypothesis("lost");
            Entry proposed = new Entry.Proposed(lost, Entries.screening(), Optional.empty());
            long events;
            try (Ledger ledger = Ledger.open(url());
                    Lease lease = ledger.acquire("cycle", MINUTE)) {
                lease.commit(proposed);
                lease.commit(new Entry.Decided(Entries.verdict(lost, HypothesisState.SCREENED_OUT)));
                events = ledger.view().events();
            }
            sql("UPDATE hypothesis SET id = 'h3' WHERE id = 'lost'");
            sql("UPDATE hypothesis SET fingerprint = (SELECT hash FROM event WHERE seq = 1)" + " WHERE id = 'h3'");
            try (Ledger ledger = Ledger.open(url())) {
                Lease lease = ledger.acquire("cycle", MINUTE);
                assertThatThrownBy(() -> lease.commit(proposed))
                        .isInstanceOf(LedgerDamagedException.class)
                        .hasMessageContaining(
                                "'proposed lost' is in the log already, and was not written a second time")
                        .hasMessageContaining("ledger repair");
                assertThatThrownBy(() -> lease.commit(new Entry.CycleEnded("on")))
                        .hasMessageContaining("open the ledger again");
            }
            try (LedgerStore store = LedgerStore.openToCheck(LedgerLocation.of(url()))) {
                assertThat(store.events()).isEqualTo(events);
            }
        }
    }
}
