package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.report.claim.Examined;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.ExpectedSaving;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What waits, what was answered and is not yet taken, what runs, what was decided last. */
final class ListPage {
    private static final int DECIDED = 10;

    private ListPage() {}

    static String of(LedgerView view, List<Item> items, List<RecipeItem> recipes) {
        List<Item> open = items.stream()
                .filter(Item::isOpen)
                .sorted(Comparator.comparingDouble(ListPage::hours).reversed())
                .toList();
        List<Item> answered = items.stream().filter(item -> !item.isOpen()).toList();
        String title = title(
                open.size(), (int) recipes.stream().filter(RecipeItem::isOpen).count());
        Markup page = new Markup().element("h1", title);
        page.element(
                "p",
                "Ledger of " + Plurals.of(view.events(), "event") + ", head " + view.head(),
                "class",
                "soft break");
        page.element("p", "", "role", "status", "id", "news");
        ReviewText.section(page, "waiting", "Waiting for your answer");
        if (open.isEmpty()) {
            page.element("p", "Nothing. The loop asks when a change has survived its experiment and its refuters.");
        } else {
            waiting(page, open);
        }
        page.close();
        if (!answered.isEmpty()) {
            ReviewText.section(page, "answered", "Answered, for the next cycle to take");
            page.open("ul");
            answered.forEach(item -> answered(page, item));
            page.close(2);
        }
        if (!recipes.isEmpty()) {
            RecipesSection.add(page, recipes);
        }
        ReviewText.section(page, "running", "Running now");
        page.add(RunningSection.of(view, Reviews.all(items, recipes))).close();
        ReviewText.section(page, "decided", "Decided last");
        decided(page, view);
        return Frame.page(title, page.close());
    }

    private static String title(int changes, int recipes) {
        List<String> parts = new ArrayList<>();
        if (changes > 0) {
            parts.add(changes == 1 ? "1 change" : changes + " changes");
        }
        if (recipes > 0) {
            parts.add(recipes == 1 ? "1 recipe" : recipes + " recipes");
        }
        return parts.isEmpty()
                ? "Nothing waits for you"
                : String.join(" and ", parts) + (changes + recipes == 1 ? " waits" : " wait") + " for your answer";
    }

    private static double hours(Item item) {
        return item.saving().map(ExpectedSaving::acceleratorHoursPerWeek).orElse(-1.0);
    }

    private static void waiting(Markup page, List<Item> open) {
        page.open("table", "class", "card flat").open("thead").open("tr");
        page.element("th", "Change", "scope", "col").element("th", "Effect", "scope", "col");
        page.element("th", "Worth a week", "scope", "col", "class", "n");
        page.element("th", "Pairs", "scope", "col", "class", "n less");
        page.element("th", "Votes", "scope", "col", "class", "less");
        page.element("th", "Asked", "scope", "col", "class", "less").close(2).open("tbody");
        open.forEach(item -> row(page, item));
        page.close(2);
        page.element(
                "p",
                "Largest saving first. Panel: " + Examined.LEGEND + ". Effect: of the metric, with its interval.",
                "class",
                "soft");
    }

    private static void row(Markup page, Item item) {
        Dossier dossier = item.dossier();
        page.open("tr", "class", "row").open("td", "class", "break");
        page.element("div", dossier.hypothesis().family(), "class", "soft");
        link(page, dossier).close();
        page.element("td", ReportText.effect(dossier));
        page.element("td", ReviewText.worth(item.saving()), "class", "n");
        page.element("td", dossier.comparison().map(found -> "" + found.pairs()).orElse("-"), "class", "n less");
        page.element("td", Examined.of(dossier.votes()).brief(), "class", "votes less");
        page.element("td", ReviewText.time(dossier.movedAt()), "class", "nowrap less")
                .close();
    }

    private static void entry(Markup page, Dossier dossier, String said) {
        page.open("li", "class", "break").element("span", dossier.hypothesis().family() + " ", "class", "soft");
        link(page, dossier).text(": " + said).close();
    }

    private static Markup link(Markup page, Dossier dossier) {
        String change = ReportText.change(dossier.hypothesis());
        return page.element(
                "a", PlainText.cut(change, 200), "href", ReviewText.place("item", dossier.id()), "class", "target");
    }

    private static void answered(Markup page, Item item) {
        entry(
                page,
                item.dossier(),
                item.answer()
                        .map(answer -> ReviewText.answered(answer.review(), item.isSigned()))
                        .orElse(""));
    }

    private static void decided(Markup page, LedgerView view) {
        List<Dossier> decided = view.dossiers().stream()
                .filter(dossier ->
                        dossier.review().isPresent() && dossier.verdict().isPresent())
                .sorted(Comparator.comparing(Dossier::movedAt).reversed())
                .limit(DECIDED)
                .toList();
        if (decided.isEmpty()) {
            page.element("p", "Nothing yet.", "class", "soft");
            return;
        }
        page.open("ul");
        for (Dossier dossier : decided) {
            entry(
                    page,
                    dossier,
                    ReportText.verdict(dossier.state()) + ". "
                            + dossier.review()
                                    .map(review -> ReviewText.decision(review) + ": " + review.reason())
                                    .orElse(""));
        }
        page.close();
    }
}
