package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.ledger.review.PendingAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewInbox;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.Review;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A recipe as people are asked about it: one that was answered may be answered again.
 *
 * @param standing what the ledger holds
 */
record RecipeItem(RecipeStanding standing, Optional<ReviewAnswer> answer, boolean isSigned) implements ReviewSubject {
    Recipe recipe() {
        return standing.recipe();
    }

    @Override
    public String id() {
        return recipe().id();
    }

    @Override
    public String head() {
        return recipe().digest();
    }

    @Override
    public String page() {
        return "recipe";
    }

    @Override
    public boolean isWaiting() {
        return recipe().isSupported();
    }

    @Override
    public boolean isOpen() {
        return isWaiting() && answer.isEmpty() && standing.answer().isEmpty();
    }

    @Override
    public Optional<Review> taken() {
        return standing.answer();
    }

    @Override
    public Optional<String> outcome() {
        if (!isWaiting()) {
            return Optional.of("Withdrawn: none of the wins that it rested on is still in effect.");
        }
        return taken().map(review -> review.isApproved() ? "Now: dreams may use it." : "Now: dreams may not use it.");
    }

    @Override
    public Set<Extra> extras() {
        return Set.of();
    }

    @Override
    public PendingAnswer leave(ReviewInbox desk, ReviewInbox.Said said) {
        return desk.answer(recipe(), said);
    }

    @Override
    public Page shown(LedgerView view, Optional<AnswerForm> form) {
        return of(this, form);
    }

    /** All that a person needs to answer for one recipe: what it sets and where, the wins it rests on, and the form. */
    private static Page of(RecipeItem item, Optional<AnswerForm> form) {
        Recipe recipe = item.recipe();
        String title = PlainText.cut(recipe.template().words(), 160);
        Markup page = new Markup();
        page.element("p", recipe.id(), "class", "soft break").element("h1", title, "class", "break");
        Banner.add(page, item, form);
        ReviewText.section(page, "recipe", "The recipe");
        page.open("div", "class", "card").element("p", recipe.title(), "class", "break");
        page.open("dl", "class", "facts");
        recipe.template()
                .settings()
                .forEach(setting -> ReviewText.fact(
                        page, "Sets", setting.sets() + " to " + setting.to() + ", the lever " + setting.lever()));
        if (!recipe.template().isPortable()) {
            ReviewText.fact(page, "Carried over", "never: a patch fits its own sources alone");
        }
        ReviewText.fact(
                page,
                "For jobs with",
                recipe.bottleneck().name().replace('_', ' ') + " on " + String.join(", ", recipe.acceleratorTypes()));
        if (!recipe.symptoms().isEmpty()) {
            ReviewText.fact(
                    page,
                    "On which",
                    recipe.symptoms().stream()
                            .map(symptom -> symptom.metric() + " " + symptom.operator() + " " + symptom.value())
                            .collect(Collectors.joining(", ")));
        }
        page.close(3);
        if (recipe.isSupported()) {
            wins(page, recipe);
        }
        form.ifPresent(asked -> asked.add(page, item));
        return Page.of(title, page);
    }

    private static void wins(Markup page, Recipe recipe) {
        ReviewText.section(page, "wins", "The wins that it rests on");
        page.open("table", "class", "card flat").open("thead").open("tr");
        page.element("th", "Job", "scope", "col").element("th", "Effect", "scope", "col");
        page.element("th", "Pairs", "scope", "col", "class", "n");
        page.element("th", "On", "scope", "col", "class", "less");
        page.element("th", "Idea from", "scope", "col", "class", "less")
                .close(2)
                .open("tbody");
        for (Recipe.Effect effect : recipe.effects()) {
            page.open("tr", "class", "row").open("td", "class", "break");
            page.element(
                    "a",
                    effect.family(),
                    "href",
                    ReviewText.place("hypothesis", effect.hypothesis()),
                    "class",
                    "target");
            page.close().element("td", ReviewText.effect(effect));
            page.element("td", "" + effect.pairs(), "class", "n");
            page.element("td", effect.acceleratorType(), "class", "break less");
            page.element("td", effect.source(), "class", "break less").close();
        }
        page.close(3);
    }
}
