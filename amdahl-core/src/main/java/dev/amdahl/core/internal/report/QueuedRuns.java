package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.Plurals;
import java.util.List;
import java.util.Locale;

/** The runs that wait for long in the scheduler's queue: which, since when, and why in the scheduler's own words. */
final class QueuedRuns {
    private static final int MAX = 20;
    private static final int MAX_NAME = 80;
    private static final int MAX_REASON = 500;

    private QueuedRuns() {}

    /** Those that wait longest first; nothing where none waits. */
    static void add(Markup page, LedgerView view) {
        List<Run> waiting = view.queued();
        if (waiting.isEmpty()) {
            return;
        }
        page.open("div", "class", "card").element("div", "Waits in the scheduler's queue", "class", "name");
        waiting.stream().limit(MAX).forEach(run -> line(page, view, run));
        if (waiting.size() > MAX) {
            page.element("p", Plurals.of(waiting.size() - MAX, "more run", "waits.", "wait."), "class", "soft");
        }
        page.close();
    }

    private static void line(Markup page, LedgerView view, Run run) {
        page.open("p", "class", "break").element("bdi", PlainText.cut(run.plan().family(), MAX_NAME));
        view.dossier(run.plan().hypothesis())
                .map(Dossier::hypothesis)
                .ifPresent(claim ->
                        page.text(", ").element("bdi", PlainText.cut(ReportText.change(claim.change()), MAX_NAME)));
        page.text(", " + run.plan().purpose().name().toLowerCase(Locale.ROOT) + " run "
                + run.plan().key() + " ");
        page.element("bdi", PlainText.cut(run.waiting().orElseThrow(), MAX_REASON))
                .close();
    }
}
