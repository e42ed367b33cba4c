package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.ledger.store.TestPostgres;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.event.StaleLeaseException;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several ledgers over one PostgreSQL, which may go away at any time. */
@Tag("harness")
final class SharedLedgerTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private final String schema = TestPostgres.schema();

    private String url() {
        return TestPostgres.server().url(schema, folder);
    }

    @Test
    void eachHolderStartsFromWhatTheOthersWrote() {
        try (Ledger one = Ledger.open(url());
                Ledger other = Ledger.open(url())) {
            LedgerFollower follower = new LedgerFollower(url());
            try (Lease lease = one.acquire("one", MINUTE)) {
                lease.commit(Entries.family());
                assertThat(follower.view().head()).isEqualTo(lease.view().head());
                assertThatThrownBy(() -> other.acquire("other", MINUTE)).isInstanceOf(LedgerBusyException.class);
            }
            try (Lease lease = other.acquire("other", MINUTE)) {
                assertThat(lease.view().events()).isEqualTo(3);
                assertThat(lease.view().families()).isEqualTo(one.view().families());
                lease.commit(Entries.underTest("h1"));
            }
            try (Lease lease = one.acquire("one", MINUTE)) {
                assertThat(lease.view().head()).isEqualTo(other.view().head());
                assertThat(lease.view().dossiers()).isEqualTo(other.view().dossiers());
            }
            assertThat(one.verify().problems()).isEmpty();
            assertThat(Ledger.verify(url()).problems()).isEmpty();
            assertThat(LedgerReader.view(url()).head()).isEqualTo(one.view().head());
            assertThat(follower.view().head()).isEqualTo(one.view().head());
            assertThat(follower.view().dossiers()).isEqualTo(one.view().dossiers());
        }
    }

    @Test
    void holderThatWasTakenOverCommitsNothing() {
        try (Ledger one = Ledger.open(url());
                Ledger other = Ledger.open(url())) {
            Lease stale = one.acquire("one", Duration.ZERO);
            Lease holder = other.acquire("other", MINUTE);
            assertThatThrownBy(() -> stale.commit(Entries.family())).isInstanceOf(StaleLeaseException.class);
            holder.commit(Entries.family());
            assertThat(LedgerReader.view(url()).events()).isEqualTo(3);
        }
    }

    @Test
    void loopsAtOnceLoseNothingAndDoubleNothing() throws InterruptedException, ExecutionException {
        int loops = 4;
        int turns = Requires.fullSize() ? 20 : 8;
        Ledger.open(url()).close();
        List<Callable<Collection<String>>> work = new ArrayList<>();
        for (int loop = 0; loop < loops; loop++) {
            String name = "loop-" + loop;
            work.add(() -> turns(name, turns));
        }
        ExecutorService threads = Executors.newFixedThreadPool(loops);
        Set<String> acknowledged = new HashSet<>();
        try {
            for (Future<Collection<String>> done : threads.invokeAll(work)) {
                acknowledged.addAll(done.get());
            }
        } finally {
            threads.shutdownNow();
        }
        List<String> found = notes();
        assertThat(found).hasSize(loops * turns).doesNotHaveDuplicates();
        assertThat(acknowledged).containsExactlyInAnyOrderElementsOf(found);
        assertThat(Ledger.verify(url()).problems()).isEmpty();
    }

    private Collection<String> turns(String name, int turns) {
        List<String> notes = new ArrayList<>();
        try (Ledger ledger = Ledger.open(url())) {
            while (notes.size() < turns) {
                try (Lease lease = ledger.acquire(name, MINUTE)) {
                    String note = name + " " + notes.size();
                    lease.commit(new Entry.CycleEnded(note));
                    notes.add(note);
                } catch (LedgerBusyException another) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                }
            }
        }
        return notes;
    }

    @Test
    void serverKilledUnderLoadLosesNothingAndDoublesNothing() throws InterruptedException {
        long seed = Long.getLong("amdahl.seed", 20260301L);
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        int kills = Requires.fullSize() ? 3 : 2;
        for (int kill = 0; kill < kills; kill++) {
            Writer writer = new Writer(url(), "kill " + kill);
            writer.start();
            writer.awaitFirst();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(200)));
            TestPostgres.server().kill();
            TestPostgres.server().restart();
            writer.requireNothingLost();
        }
        assertThat(Ledger.verify(url()).problems()).isEmpty();
    }

    @Test
    void sessionEndedUnderLoadLosesNothingAndDoublesNothing() throws InterruptedException, SQLException {
        int ends = Requires.fullSize() ? 15 : 3;
        for (int end = 0; end < ends; end++) {
            Writer writer = new Writer(url(), "end " + end);
            writer.start();
            writer.awaitFirst();
            TestPostgres.execute(
                    schema, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'amdahl'");
            writer.requireNothingLost();
        }
        assertThat(Ledger.verify(url()).problems()).isEmpty();
    }

    @Test
    void serverThatHangsInACommitLeavesItUnknownWithinItsTime() {
        Ledger.open(url()).close();
        String impatient = url() + "&socketTimeout=2";
        try (Ledger ledger = Ledger.open(impatient)) {
            Lease lease = ledger.acquire("one", MINUTE);
            lease.commit(new Entry.CycleEnded("before"));
            TestPostgres.server().hang();
            assertThatThrownBy(() -> lease.commit(new Entry.CycleEnded("unknown")))
                    .isInstanceOfSatisfying(
                            LedgerUnusableException.class,
                            gone -> assertThat(gone.category()).isEqualTo(ErrorCategory.TRANSIENT))
                    .hasMessageContaining("it is not known whether it was kept");
            assertThatThrownBy(() -> lease.commit(new Entry.CycleEnded("after")))
                    .isInstanceOf(LedgerUnusableException.class);
            assertThatThrownBy(() -> LedgerReader.view(impatient))
                    .isInstanceOf(LedgerUnusableException.class)
                    .hasMessageContaining("does not answer");
        } finally {
            TestPostgres.server().resume();
        }
        try (Ledger ledger = Ledger.open(url());
                Lease lease = ledger.acquire("other", MINUTE)) {
            lease.commit(new Entry.CycleEnded("next"));
        }
        List<String> found = notes();
        assertThat(found)
                .startsWith("before")
                .endsWith("next")
                .doesNotContain("after")
                .doesNotHaveDuplicates();
        assertThat(Ledger.verify(url()).problems()).isEmpty();
    }

    @Test
    void lockOfAnotherSessionIsSaidAndWaitedFor() throws SQLException {
        try (Ledger ledger = Ledger.open(url() + "&socketTimeout=3");
                Lease lease = ledger.acquire("one", MINUTE)) {
            try (Connection other =
                            DriverManager.getConnection(TestPostgres.server().plainUrl());
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute("LOCK TABLE " + schema + ".event");
                assertThatThrownBy(() -> lease.commit(Entries.family()))
                        .isInstanceOf(LedgerBusyException.class)
                        .hasMessageContaining("locked by another session");
                assertThatThrownBy(() -> LedgerReader.view(url() + "&socketTimeout=3"))
                        .isInstanceOf(LedgerBusyException.class)
                        .hasMessageContaining("locked by another session");
            }
            assertThat(lease.commit(Entries.family()).events()).isEqualTo(3);
        }
    }

    @Test
    void viewOutlivesItsLedger() {
        LedgerView view;
        try (Ledger ledger = Ledger.open(url());
                Lease lease = ledger.acquire("one", MINUTE)) {
            lease.commit(Entries.family());
            view = lease.commit(Entries.underTest("h1"));
        }
        assertThat(view.dossiers()).hasSize(1);
        assertThat(view.dossiers()).isEqualTo(LedgerReader.view(url()).dossiers());
    }

    @Test
    void whatAReaderCannotWriteElsewhereIsNotTheServersFault() {
        try (Ledger ledger = Ledger.open(url());
                Lease lease = ledger.acquire("one", MINUTE)) {
            lease.commit(Entries.family());
        }
        IOException full = new IOException("No space left on device");
        assertThatThrownBy(() -> LedgerReader.forEach(url(), recorded -> {
                    throw new UncheckedIOException(full);
                }))
                .isInstanceOf(UncheckedIOException.class)
                .hasCause(full);
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        LedgerReader.forEach(url(), recorded -> {
            if (recorded.entry() instanceof Entry.CycleEnded ended) {
                notes.add(ended.summary());
            }
        });
        return notes;
    }

    /** Commits until the server goes away. */
    private final class Writer extends Thread {
        private final String url;
        private final String label;
        private final Collection<String> acknowledged = new ConcurrentLinkedQueue<>();
        private final List<Throwable> ends = new ArrayList<>();
        private final AtomicBoolean hasEnded = new AtomicBoolean();
        private String attempted = "";

        Writer(String url, String label) {
            this.url = url;
            this.label = label;
        }

        @Override
        public void run() {
            try (Ledger ledger = Ledger.open(url)) {
                Lease lease = acquired(ledger);
                while (true) {
                    attempted = label + " " + acknowledged.size();
                    lease.commit(new Entry.CycleEnded(attempted));
                    acknowledged.add(attempted);
                }
            } catch (RuntimeException gone) {
                ends.add(gone);
            } finally {
                hasEnded.set(true);
            }
        }

        /** A session that was ended shows its lock for a moment after its client has been told. */
        private Lease acquired(Ledger ledger) {
            while (true) {
                try {
                    return ledger.acquire(label, MINUTE);
                } catch (LedgerBusyException ending) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                }
            }
        }

        void awaitFirst() {
            while (acknowledged.isEmpty() && !hasEnded.get()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
        }

        void requireNothingLost() throws InterruptedException {
            join(TimeUnit.SECONDS.toMillis(60));
            assertThat(isAlive()).as("hangs").isFalse();
            assertThat(ends)
                    .singleElement()
                    .isInstanceOfSatisfying(
                            LedgerUnusableException.class,
                            gone -> assertThat(gone.category()).as("%s", gone).isEqualTo(ErrorCategory.TRANSIENT));
            List<String> mine = notes().stream()
                    .filter(note -> note.startsWith(label + " "))
                    .toList();
            List<String> possible = new ArrayList<>(acknowledged);
            if (mine.contains(attempted)) {
                possible.add(attempted);
            }
            assertThat(acknowledged).isNotEmpty();
            assertThat(mine).isEqualTo(possible);
        }
    }
}
