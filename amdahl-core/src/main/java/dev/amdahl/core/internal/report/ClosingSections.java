package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.entry.HostHealth;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.Plurals;
import java.util.List;
import java.util.TreeMap;

/** Ideas not tried yet, notes, and which ledger this is. */
final class ClosingSections {
    private static final int MAX_IDEAS = 40;
    private static final int MAX_LENGTH = 120;
    private static final int MAX_REASONS = 600;

    private ClosingSections() {}

    /** Which were accepted, and which were sent back to whom. */
    static void clusters(Markup page, LedgerView view) {
        if (view.totals().clusters().isEmpty()) {
            return;
        }
        page.element("h2", "Clusters accepted or sent back", "id", "clusters").open("div", "class", "card");
        page.table("cluster", "provider", "verdict", "why", "not tested");
        new TreeMap<>(view.totals().clusters()).forEach((name, verdict) -> {
            boolean isAccepted = verdict.outcome() == HostHealth.ClusterVerdict.Outcome.ACCEPTED;
            page.open("tr").said("td", name).said("td", verdict.provider());
            page.element("td", isAccepted ? "accepted" : "sent back", "class", isAccepted ? "" : "red");
            page.said("td", joined(verdict.reasons()))
                    .said("td", joined(verdict.untested()))
                    .close();
        });
        page.endTable().close();
    }

    private static String joined(List<String> texts) {
        return PlainText.cut(String.join("; ", texts), MAX_REASONS);
    }

    static void ideas(Markup page, LedgerView view) {
        if (view.ideas().isEmpty()) {
            return;
        }
        page.element("h2", "Ideas found, not tried yet", "id", "ideas")
                .open("div", "class", "card")
                .open("ul");
        view.ideas().stream().limit(MAX_IDEAS).forEach(found -> {
            page.open("li", "class", "break", "dir", "auto").element("b", found.family());
            page.text(": " + PlainText.cut(found.idea().title(), MAX_LENGTH) + " ("
                    + found.idea().bottleneck() + ") ");
            page.element("span", PlainText.cut(found.idea().summary(), 2 * MAX_LENGTH), "class", "soft")
                    .close();
        });
        page.close();
        if (view.ideas().size() > MAX_IDEAS) {
            page.element(
                    "p",
                    "Not shown: " + Plurals.of(view.ideas().size() - MAX_IDEAS, "more idea") + ".",
                    "class",
                    "soft");
        }
        page.close();
    }

    static void notes(Markup page, LedgerView view, ReportInputs inputs) {
        if (!inputs.notes().isEmpty()) {
            page.element("h2", "Notes").open("div", "class", "card").open("ul");
            inputs.notes().forEach(note -> page.said("li", note));
            page.close(2);
        }
        String made =
                inputs.at().map(at -> "Made " + ReportText.time(at) + " from ").orElse("From ");
        page.element("p", made + ReportText.ledger(view), "class", "soft", "title", "head " + view.head());
    }
}
