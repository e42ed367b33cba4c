package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.report.review.ReviewSettings.User;
import dev.amdahl.core.internal.report.trace.TracePage;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.evidence.EvidenceStore;
import dev.amdahl.core.ledger.evidence.StoredArtifact;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.AmdahlException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows kept traces, one at a time, as each may need much room. Thread-safe. */
final class TraceViews {
    private static final Logger LOG = LoggerFactory.getLogger(TraceViews.class);
    private static final int SHOWN = 12;

    private final ReviewSettings settings;

    TraceViews(ReviewSettings settings) {
        this.settings = settings;
    }

    synchronized Reply page(LedgerView view, String digest, User user) throws Refusal {
        if (!StoredArtifact.isDigest(digest) || !view.isKept(digest)) {
            throw Refusal.unknown(digest);
        }
        try {
            Path file = EvidenceStore.of(LedgerLocation.of(settings.ledgerUrl()))
                    .orElseThrow(() -> Refusal.unknown(digest))
                    .open(digest);
            TracePage page = settings.traces()
                    .orElseThrow(() -> new Refusal(404, "Not found", "This server shows no traces."))
                    .page(file, "Kept file " + digest.substring(0, SHOWN));
            StringWriter out = new StringWriter();
            page.below(Frame.top(user)).write(out);
            return Reply.page(200, out.toString()).with("Content-Security-Policy", TracePage.POLICY);
        } catch (AmdahlException e) {
            LOG.warn("control room: kept file {}: {}", digest, e.getMessage());
            throw new Refusal(404, "No trace", "This kept file is missing, or it holds no timeline that can be shown.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
