package dev.amdahl.core.internal.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.EventLog.Deed;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.Plurals;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Who did what, by the ledger, and who was refused by this server. */
final class AuditPage {
    private static final int MAX_TEXT = 500;

    private AuditPage() {}

    /** A call for which the caller's role does not suffice. */
    record Refused(Instant at, String by, String said) {}

    static Page of(LedgerView view, List<Deed> deeds, List<Refused> refused, Fields query) throws Refusal {
        String by = query.get("by").strip();
        List<Deed> shown = new ArrayList<>(deeds.stream()
                .filter(deed -> by.isEmpty() || deed.by().equals(by))
                .toList());
        Collections.reverse(shown);
        Paging paging = Paging.of(query, shown.size());
        Markup page = new Markup();
        ListPage.head(page, "Who did what", view);
        ReviewText.section(page, "deeds", by.isEmpty() ? "In the ledger, the newest first" : "By " + by);
        if (shown.isEmpty()) {
            page.element("p", "Nothing: nobody has answered or steered anything.", "class", "soft");
        } else {
            table(page, view, shown.subList(paging.start(), Math.min(paging.end(), shown.size())));
            paging.links(page, "audit?by=" + URLEncoder.encode(by, UTF_8) + "&page=");
        }
        page.close();
        if (!refused.isEmpty()) {
            ReviewText.section(page, "refused", "Refused since this server started");
            page.open("ul");
            refused.forEach(one -> page.element(
                    "li", ReviewText.time(one.at()) + " " + one.by() + ": " + one.said(), "class", "break"));
            page.close()
                    .element(
                            "p",
                            "Their role does not allow it; nothing was recorded. The newest "
                                    + Plurals.of(refused.size(), "call") + ", not in the ledger.",
                            "class",
                            "soft");
            page.close();
        }
        return Page.of("Audit", page);
    }

    private static void table(Markup page, LedgerView view, List<Deed> deeds) {
        page.open("table", "class", "card flat").open("thead").open("tr");
        page.element("th", "When", "scope", "col").element("th", "Who", "scope", "col");
        page.element("th", "What", "scope", "col").element("th", "To", "scope", "col");
        page.element("th", "Event", "scope", "col", "class", "n less").close(2).open("tbody");
        deeds.forEach(deed -> row(page, view, deed));
        page.close(2);
    }

    private static void row(Markup page, LedgerView view, Deed deed) {
        page.open("tr", "class", "row").element("td", ReviewText.time(deed.at()));
        page.open("td", "class", "break")
                .element(
                        "a",
                        PlainText.cut(deed.by(), MAX_TEXT),
                        "href",
                        "audit?by=" + URLEncoder.encode(deed.by(), UTF_8))
                .close();
        page.element("td", PlainText.cut(deed.said(), MAX_TEXT), "class", "break");
        page.open("td", "class", "break");
        Optional<Markup> named = view.dossier(deed.subject()).map(dossier -> ReviewText.change(page, dossier));
        if (named.isEmpty() && deed.subject().startsWith(Recipe.PREFIX)) {
            page.element("a", deed.subject(), "href", ReviewText.place("recipe", deed.subject()));
        }
        page.close().element("td", "" + deed.seq(), "class", "n less").close();
    }
}
