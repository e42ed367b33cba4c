package dev.amdahl.examples.cli.gpu;

import dev.amdahl.core.internal.refine.LedgerRecorder;
import dev.amdahl.spi.refine.Recorder;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Where the finds of a search go: into a ledger, which others have while candidates run, or nowhere. */
final class Recording {
    private Recording() {}

    /**
     * Of a search of that name; what an earlier one has found is not recorded again.
     *
     * @param url the ledger; null for none
     */
    static Recorder of(@Nullable String url, String name) {
        return url == null ? (candidate, finding) -> {} : LedgerRecorder.resuming(url, Clock.systemUTC(), name);
    }
}
