package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.ledger.view.LedgerView;
import java.util.List;

/** All at one look: what waits, what runs, what won and what it is worth, what the fleet loses. */
final class HomePage {
    private static final int MAX_WAITING = 10;

    private HomePage() {}

    /** @param overview of wins, fleet and accounts */
    static Page of(LedgerView view, List<Item> items, List<RecipeItem> recipes, Markup overview) {
        String title = ListPage.title(items, recipes);
        Markup page = new Markup();
        ListPage.head(page, title, view);
        LedgerPage.form(page, "");
        ListPage.asked(page, items, recipes, MAX_WAITING);
        running(page, view, Reviews.all(items, recipes));
        page.add(overview);
        ListPage.decided(page, view);
        return Page.live(title, page);
    }

    /** What runs now, and a place for what has changed since the page was made. */
    static void running(Markup page, LedgerView view, List<ReviewSubject> asked) {
        ReviewText.section(page, "running", "Running now");
        page.element("p", "", "role", "status", "id", "news");
        page.add(RunningSection.of(view, asked)).close();
    }
}
