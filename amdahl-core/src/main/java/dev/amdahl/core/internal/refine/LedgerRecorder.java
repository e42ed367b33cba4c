package dev.amdahl.core.internal.refine;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Recorder;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Keeps the attempts of one search as entries of a ledger. Thread-safe. */
public final class LedgerRecorder implements Recorder {
    private final Consumer<Entry> book;
    private final String search;
    private final List<Attempt> attempts;

    private LedgerRecorder(Consumer<Entry> book, String search, List<Attempt> attempts) {
        this.book = book;
        this.search = requireNonNull(search);
        this.attempts = attempts;
    }

    /** Of a search that nobody began before, in a ledger that is held meanwhile. */
    public static LedgerRecorder of(Lease lease, String search) {
        requireNonNull(lease);
        return new LedgerRecorder(lease::commit, search, new ArrayList<>());
    }

    /**
     * Of a search that may have begun: with the attempts that the ledger holds, which are read from its events. The ledger is made if
     * there is none; it is opened and leased to write alone, so that others have it while candidates run. Whoever has it then is waited
     * for, a minute at most.
     *
     * @param url as {@link Ledger#open} takes it
     * @throws LedgerBusyException if it stays held; a write throws it too, and if another search of that name has written meanwhile
     */
    public static LedgerRecorder resuming(String url, Clock clock, String search) {
        Book book = new Book(requireNonNull(url), requireNonNull(clock), requireNonNull(search));
        book.open();
        return new LedgerRecorder(book::write, search, book.attempts);
    }

    /** Returns the attempts of a search that a ledger holds, in order; the ledger may be in use. */
    public static List<Attempt> attempts(String url, String search) {
        List<Attempt> found = new ArrayList<>();
        LedgerReader.forEach(url, recorded -> {
            if (recorded.entry() instanceof Entry.Attempted attempted
                    && attempted.search().equals(search)) {
                found.add(new Attempt(attempted.candidate(), attempted.finding()));
            }
        });
        return List.copyOf(found);
    }

    @Override
    public synchronized void record(Candidate candidate, Finding finding) {
        book.accept(new Entry.Attempted(search, candidate, finding));
        attempts.add(new Attempt(candidate, finding));
    }

    @Override
    public synchronized void freeze(Candidate pick) {
        book.accept(new Entry.Frozen(search, pick.id()));
    }

    @Override
    public synchronized void retested(Candidate pick, Finding finding) {
        book.accept(new Entry.Retested(search, pick.id(), finding));
    }

    @Override
    public synchronized List<Attempt> attempts() {
        return List.copyOf(attempts);
    }

    /** A ledger that is held to write alone. Not thread-safe. */
    private static final class Book {
        private static final Duration LEASE = Duration.ofMinutes(1);
        private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);
        private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

        private final String url;
        private final Clock clock;
        private final String search;
        private final List<Attempt> attempts = new ArrayList<>();
        private String head = "";

        Book(String url, Clock clock, String search) {
            this.url = url;
            this.clock = clock;
            this.search = search;
        }

        void open() {
            holding(lease -> {
                attempts.addAll(attempts(url, search));
                head = lease.view().head();
                return true;
            });
        }

        void write(Entry entry) {
            boolean isAlone = holding(lease -> {
                boolean isUntouched = lease.view().head().equals(head);
                if (!isUntouched && attempts(url, search).size() != attempts.size()) {
                    return false;
                }
                head = lease.commit(entry).head();
                return true;
            });
            if (!isAlone) {
                throw new LedgerBusyException(
                        LedgerLocation.of(url).name(), "another process searches '" + search + "'", null);
            }
        }

        private boolean holding(Predicate<Lease> work) {
            String holder = search + " of process " + ProcessHandle.current().pid();
            long since = System.nanoTime();
            while (true) {
                try (Ledger ledger = Ledger.open(url, clock);
                        Lease lease = ledger.acquire(holder, LEASE)) {
                    return work.test(lease);
                } catch (LedgerBusyException held) {
                    if (System.nanoTime() - since > PATIENCE_NANOS
                            || Thread.currentThread().isInterrupted()) {
                        throw held;
                    }
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }
    }
}
