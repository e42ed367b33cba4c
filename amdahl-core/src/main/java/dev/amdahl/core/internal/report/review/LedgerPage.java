package dev.amdahl.core.internal.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.search.LedgerQuery;
import dev.amdahl.core.ledger.search.LedgerSearch;
import dev.amdahl.core.ledger.search.SearchHit;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.Plurals;
import java.net.URLEncoder;
import java.util.List;

/** What was tried, how it ended and why, by words or a question. */
final class LedgerPage {
    private static final int MAX_QUESTION = 200;
    private static final int MAX_TEXT = 300;

    private LedgerPage() {}

    static Page of(LedgerView view, Fields query) throws Refusal {
        String question = query.get("q").strip();
        if (question.length() > MAX_QUESTION) {
            throw new Refusal(400, "Too long", "A search has at most " + MAX_QUESTION + " characters.");
        }
        LedgerSearch search = LedgerSearch.over(view);
        LedgerQuery asked = LedgerQuery.ALL.asking(question);
        int count = search.count(asked);
        Paging paging = Paging.of(query, count);
        List<SearchHit> found = search.find(asked.most(paging.end()));
        Markup page = new Markup();
        ListPage.head(page, "Search of the ledger", view);
        form(page, question);
        ReviewText.section(
                page, "found", Plurals.of(count, "change") + (question.isEmpty() ? ", the newest first" : " found"));
        if (count == 0) {
            page.element(
                    "p",
                    "Ask, for example: what failed for SYNC_STALL, and why. Words of a change, a job or a reason, and names of"
                            + " classes and states, are found too.");
        } else {
            table(page, found.subList(Math.min(paging.start(), found.size()), found.size()));
            paging.links(page, "ledger?q=" + URLEncoder.encode(question, UTF_8) + "&page=");
        }
        return Page.of("Ledger", page.close());
    }

    /** The field that is asked in. */
    static void form(Markup page, String question) {
        page.open("form", "method", "get", "action", "ledger", "class", "search", "role", "search");
        page.element("label", "Search the ledger", "for", "q");
        page.empty(
                "input", "type", "search", "id", "q", "name", "q", "value", question, "maxlength", "" + MAX_QUESTION);
        page.element("button", "Search", "type", "submit").close();
    }

    private static void table(Markup page, List<SearchHit> found) {
        page.open("table", "class", "card flat").open("thead").open("tr");
        page.element("th", "Change", "scope", "col").element("th", "State", "scope", "col");
        page.element("th", "Effect", "scope", "col", "class", "less");
        page.element("th", "Why", "scope", "col").element("th", "Since", "scope", "col", "class", "less");
        page.close(2).open("tbody");
        found.forEach(hit -> row(page, hit.dossier()));
        page.close(2);
    }

    private static void row(Markup page, Dossier dossier) {
        page.open("tr", "class", "row").open("td", "class", "break");
        page.element("div", PlainText.cut(dossier.hypothesis().family(), MAX_TEXT), "class", "soft");
        ReviewText.change(page, dossier).close();
        page.element("td", ReportText.verdict(dossier.state()));
        page.element("td", ReportText.effect(dossier), "class", "less");
        page.element("td", PlainText.cut(dossier.reason(), MAX_TEXT), "class", "break");
        page.element("td", ReviewText.time(dossier.movedAt()), "class", "nowrap less")
                .close();
    }
}
