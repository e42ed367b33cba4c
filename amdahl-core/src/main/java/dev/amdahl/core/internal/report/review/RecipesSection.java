package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.spi.experiment.Review;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** What promoted wins teach, and whether dreams may use it; what waits comes first. */
final class RecipesSection {
    private RecipesSection() {}

    static void add(Markup page, List<RecipeItem> recipes) {
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
