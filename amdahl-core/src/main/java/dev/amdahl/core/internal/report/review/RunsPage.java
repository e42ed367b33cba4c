package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.Plurals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** What runs, and the newest runs with the traces that were kept of them. */
final class RunsPage {
    private static final int MAX = 100;
    private static final int MAX_TEXT = 200;

    private RunsPage() {}

    static Page of(LedgerView view, List<ReviewSubject> asked) {
        List<Run> all = view.runs();
        Markup page = new Markup();
        ListPage.head(page, Plurals.of(view.inFlight().size(), "run", "is in flight", "are in flight"), view);
        HomePage.running(page, view, asked);
        ReviewText.section(page, "runs", "Newest runs");
        if (all.isEmpty()) {
            page.element("p", "None yet.", "class", "soft");
        } else {
            List<Run> newest = new ArrayList<>(all.subList(Math.max(0, all.size() - MAX), all.size()));
            Collections.reverse(newest);
            table(page, view, newest);
        }
        if (all.size() > MAX) {
            page.element("p", "Not shown: " + Plurals.of(all.size() - MAX, "older run") + ".", "class", "soft");
        }
        return Page.live("Runs", page.close());
    }

    private static void table(Markup page, LedgerView view, List<Run> runs) {
        page.open("table", "class", "card flat").open("thead").open("tr");
        page.element("th", "Job", "scope", "col").element("th", "For", "scope", "col");
        page.element("th", "State", "scope", "col").element("th", "Kept", "scope", "col");
        page.element("th", "Since", "scope", "col", "class", "less");
        page.element("th", "Run", "scope", "col", "class", "less").close(2).open("tbody");
        runs.forEach(run -> row(page, view, run));
        page.close(2);
    }

    private static void row(Markup page, LedgerView view, Run run) {
        page.open("tr", "class", "row").element("td", PlainText.cut(run.plan().family(), MAX_TEXT), "class", "break");
        page.open("td", "class", "break");
        page.element("div", run.plan().purpose().name().toLowerCase(Locale.ROOT).replace('_', ' '), "class", "soft");
        view.dossier(run.plan().hypothesis()).ifPresent(dossier -> ReviewText.change(page, dossier));
        page.close().open("td", "class", "break");
        page.text(run.state().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        if (!run.note().isEmpty()) {
            page.element("div", PlainText.cut(run.note(), MAX_TEXT), "class", "soft");
        }
        page.close().open("td", "class", "break");
        view.keptOf(run.plan().key())
                .forEach(kept -> RecordSection.file(page.open("div"), kept).close());
        page.close();
        page.element("td", ReviewText.time(run.intendedAt()), "class", "nowrap less");
        page.element("td", run.plan().key(), "class", "break less").close();
    }
}
