package dev.amdahl.core.internal.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.experiment.ExpectedSaving;
import dev.amdahl.spi.experiment.Review;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.Optional;

/** What the pages share in words. */
final class ReviewText {
    private static final int MAX_NAME = 200;

    private ReviewText() {}

    static String time(Instant at) {
        return ReportText.time(at);
    }

    /** Returns the address of the page about something asked. */
    static String place(String page, String id) {
        return page + "?id=" + URLEncoder.encode(id, UTF_8);
    }

    /** Adds the name of a change, which leads to all of it. */
    static Markup change(Markup page, Dossier dossier) {
        return page.element(
                "a",
                PlainText.cut(ReportText.change(dossier.hypothesis()), MAX_NAME),
                "href",
                place("hypothesis", dossier.id()),
                "class",
                "target");
    }

    /** Money a week where there is a price, else accelerator-hours. */
    static String worth(Optional<ExpectedSaving> saving) {
        return saving.map(known -> known.currency().isEmpty()
                        ? Numbers.hours(known.acceleratorHoursPerWeek())
                        : Numbers.money(known.moneyPerWeek(), known.currency()))
                .orElse("not known");
    }

    static String decision(Review review) {
        return (review.isApproved() ? "Approved by " : "Declined by ") + review.by() + " on " + time(review.at());
    }

    /** Overload of {@code answered}: of an answer that no cycle has taken yet. */
    static String answered(Review review, boolean isSigned) {
        return decision(review) + (isSigned ? ", signed." : ", not signed with a key that counts.");
    }

    /** {@code -27.1 % [-30.2, -24.0]}, of a win that a recipe rests on. */
    static String effect(Recipe.Effect effect) {
        return Numbers.change(effect.ratio()) + " " + Numbers.interval(effect.lower(), effect.upper());
    }

    /** Begins a part of a page that is named by its title. */
    static void section(Markup page, String id, String title) {
        page.open("section", "id", id, "aria-labelledby", id + "-title");
        page.element("h2", title, "id", id + "-title");
    }

    /** A term with what is said of it, within a list of them. */
    static void fact(Markup page, String term, String text) {
        page.element("dt", term).element("dd", text);
    }
}
