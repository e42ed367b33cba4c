package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.report.claim.Examined;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ExpectedSaving;
import dev.amdahl.spi.experiment.Review;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** What waits, what was answered and is not yet taken, what was decided last. */
final class ListPage {
    private static final int DECIDED = 10;

    private ListPage() {}

    /** All that waits, and what was answered and decided. */
    static Page of(LedgerView view, List<Item> items, List<RecipeItem> recipes) {
        String title = title(items, recipes);
        Markup page = new Markup();
        head(page, title, view);
        asked(page, items, recipes, Integer.MAX_VALUE);
        decided(page, view);
        return Page.of(title, page);
    }

    /** What a page of this ledger begins with. */
    static void head(Markup page, String title, LedgerView view) {
        page.element("h1", title);
        page.element("p", "Ledger of " + ReportText.ledger(view), "class", "soft", "title", "head " + view.head());
    }

    /** What waits, so many at most, and what was answered. */
    static void asked(Markup page, List<Item> items, List<RecipeItem> recipes, int most) {
        List<Item> open = items.stream()
                .filter(Item::isOpen)
                .sorted(Comparator.comparingDouble(ListPage::hours).reversed())
                .toList();
        List<Item> answered = items.stream().filter(item -> !item.isOpen()).toList();
        ReviewText.section(page, "waiting", "Waiting for your answer");
        if (open.isEmpty()) {
            page.element("p", "Nothing. The loop asks when a change has survived its experiment and its refuters.");
        } else {
            waiting(page, open.subList(0, Math.min(most, open.size())));
        }
        if (open.size() > most) {
            page.open("p")
                    .element("a", "All " + open.size() + " that wait", "href", "review")
                    .close();
        }
        page.close();
        if (!answered.isEmpty()) {
            ReviewText.section(page, "answered", "Answered, for the next cycle to take");
            page.open("ul");
            answered.forEach(item -> answered(page, item));
            page.close(2);
        }
        if (!recipes.isEmpty()) {
            recipes(page, recipes);
        }
    }

    static String title(List<Item> items, List<RecipeItem> recipes) {
        return title((int) items.stream().filter(Item::isOpen).count(), (int)
                recipes.stream().filter(RecipeItem::isOpen).count());
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
        page.element("th", "Weekly worth", "scope", "col", "class", "n");
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
        ReviewText.change(page, dossier).close();
        page.element("td", ReportText.effect(dossier));
        page.element("td", ReviewText.worth(item.saving()), "class", "n");
        page.element("td", dossier.comparison().map(found -> "" + found.pairs()).orElse("-"), "class", "n less");
        page.element("td", Examined.of(dossier.votes()).brief(), "class", "votes less");
        page.element("td", ReviewText.time(dossier.movedAt()), "class", "nowrap less")
                .close();
    }

    private static void entry(Markup page, Dossier dossier, String said) {
        page.open("li", "class", "break").element("span", dossier.hypothesis().family() + " ", "class", "soft");
        ReviewText.change(page, dossier).text(": " + said).close();
    }

    private static void answered(Markup page, Item item) {
        entry(
                page,
                item.dossier(),
                item.answer()
                        .map(answer -> ReviewText.answered(answer.review(), item.isSigned()))
                        .orElse(""));
    }

    static void decided(Markup page, LedgerView view) {
        ReviewText.section(page, "decided", "Decided last");
        List<Dossier> decided = view.dossiers().stream()
                .filter(dossier ->
                        dossier.review().isPresent() && dossier.verdict().isPresent())
                .sorted(Comparator.comparing(Dossier::movedAt).reversed())
                .limit(DECIDED)
                .toList();
        if (decided.isEmpty()) {
            page.element("p", "Nothing yet.", "class", "soft").close();
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
        page.close(2);
    }

    /** What promoted wins teach, and whether dreams may use it; what waits comes first. */
    private static void recipes(Markup page, List<RecipeItem> recipes) {
        ReviewText.section(page, "recipes", "Recipes, for dreams to use");
        page.open("table", "class", "card flat").open("thead").open("tr");
        page.element("th", "Recipe", "scope", "col").element("th", "Won", "scope", "col");
        page.element("th", "Answer", "scope", "col").close(2).open("tbody");
        recipes.stream()
                .sorted(Comparator.comparing(RecipeItem::isOpen).reversed())
                .forEach(item -> row(page, item));
        page.close(2);
        page.element(
                        "p",
                        "Each is what promoted wins have in common. Until a person approves it, no dream uses it.",
                        "class",
                        "soft")
                .close();
    }

    private static void row(Markup page, RecipeItem item) {
        page.open("tr", "class", "row").open("td", "class", "break");
        page.element("div", "for " + item.recipe().bottleneck().name().replace('_', ' '), "class", "soft");
        page.element(
                        "a",
                        PlainText.cut(item.recipe().template().words(), 200),
                        "href",
                        ReviewText.place(item.page(), item.id()),
                        "class",
                        "target")
                .close();
        page.element(
                "td",
                item.recipe().effects().stream()
                        .map(effect -> ReviewText.effect(effect) + " on " + effect.family())
                        .collect(Collectors.joining("; ")),
                "class",
                "break");
        page.element("td", answer(item), "class", "break").close();
    }

    private static String answer(RecipeItem item) {
        if (item.isOpen()) {
            return "waits for yours";
        }
        return item.answer()
                .map(ReviewAnswer::review)
                .map(review -> ReviewText.answered(review, item.isSigned()) + " The next cycle takes it.")
                .or(() -> item.taken().map((Review review) -> ReviewText.decision(review) + "."))
                .orElse("");
    }
}
