package dev.amdahl.core.refine;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Recorder;
import java.util.ArrayList;
import java.util.List;

/** Keeps the attempts of one search as entries of a ledger. Thread-safe. */
public final class LedgerRecorder implements Recorder {
    private final Lease lease;
    private final String search;
    private final List<Attempt> attempts;

    private LedgerRecorder(Lease lease, String search, List<Attempt> attempts) {
        this.lease = requireNonNull(lease);
        this.search = requireNonNull(search);
        this.attempts = new ArrayList<>(attempts);
    }

    /** Of a search that nobody began before. */
    public static LedgerRecorder of(Lease lease, String search) {
        return new LedgerRecorder(lease, search, List.of());
    }

    /**
     * Of a search that may have begun: with the attempts that the ledger holds, which are read from its events once.
     *
     * @param url of the lease's ledger, as {@link dev.amdahl.core.ledger.Ledger#open} takes it
     */
    public static LedgerRecorder resuming(Lease lease, String url, String search) {
        return new LedgerRecorder(lease, search, attempts(url, search));
    }

    /** The attempts of a search that a ledger holds, in order; the ledger may be in use. */
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
        lease.commit(new Entry.Attempted(search, candidate, finding));
        attempts.add(new Attempt(candidate, finding));
    }

    @Override
    public void freeze(Candidate pick) {
        lease.commit(new Entry.Frozen(search, pick.id()));
    }

    @Override
    public void retested(Candidate pick, Finding finding) {
        lease.commit(new Entry.Retested(search, pick.id(), finding));
    }

    @Override
    public synchronized List<Attempt> attempts() {
        return List.copyOf(attempts);
    }
}
