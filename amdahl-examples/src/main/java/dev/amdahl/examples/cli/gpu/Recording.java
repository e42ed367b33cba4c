package dev.amdahl.examples.cli.gpu;

import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.refine.LedgerRecorder;
import dev.amdahl.spi.refine.Recorder;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs searches whose finds are kept in a ledger, held meanwhile; or nowhere, where none is named. Stateless. */
final class Recording {
    /** What a search may take beyond its time. */
    static final Duration MARGIN = Duration.ofMinutes(10);

    private Recording() {}

    /** A search, told who holds the ledger and where its finds go. */
    interface Search<T> {
        T run(Optional<Lease> lease, Recorder recorder) throws IOException;
    }

    /**
     * Runs it; what an earlier one of that name has found is not recorded again.
     *
     * @param url the ledger; null for none
     * @param most its time
     */
    static <T> T of(@Nullable String url, String name, Duration most, Search<T> search) throws IOException {
        if (url == null) {
            return search.run(Optional.empty(), (candidate, finding) -> {});
        }
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire(name, most.plus(MARGIN))) {
            return search.run(Optional.of(lease), LedgerRecorder.resuming(lease, url, name));
        }
    }
}
