package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.spi.experiment.Review;
import java.util.Optional;

/** What stands at the top of a page about something asked: the way to the form, or who answered, and what came of it. */
final class Banner {
    private Banner() {}

    static void add(Markup page, ReviewSubject asked, Optional<AnswerForm> form) {
        form.map(AnswerForm::error).filter(error -> !error.isEmpty()).ifPresent(error -> {
            page.open("p", "class", "card banner red", "role", "alert").text(error + " ");
            page.element("a", "Fix your answer", "href", "#answer").close();
        });
        if (asked.isOpen()) {
            if (form.isEmpty()) {
                page.element("p", "It waits for the answer of somebody with the role approve.", "class", "card banner");
                return;
            }
            page.open("p", "class", "decide");
            decision(page, asked, AnswerForm.APPROVE, "Approve");
            decision(page, asked, AnswerForm.DECLINE, "Decline");
            page.element("a", "Go to your answer", "href", "#answer").close();
            return;
        }
        page.open("div", "class", "card banner", "role", "status");
        asked.answer().map(ReviewAnswer::review).or(asked::taken).ifPresent(review -> said(page, asked, review));
        asked.outcome().ifPresent(outcome -> page.element("p", outcome));
        page.close();
    }

    /** A link to the form with that decision taken; it is sent from there, with a name and a reason. */
    private static void decision(Markup page, ReviewSubject asked, String decision, String words) {
        String place = ReviewText.place(asked.page(), asked.id());
        page.element("a", words, "href", place + "&decision=" + decision + "#answer", "class", "button " + decision);
    }

    private static void said(Markup page, ReviewSubject asked, Review review) {
        page.element("p", ReviewText.decision(review) + ": " + review.reason(), "class", "name");
        if (asked.answer().isEmpty()) {
            return;
        }
        page.open("p")
                .text(
                        asked.isSigned()
                                ? "The next cycle takes this answer."
                                : "The next cycle takes this answer only if its policy allows unsigned answers.");
        if (review.isApproved()) {
            asked.offerFile(page);
        }
        page.close();
        if (!asked.isSigned()) {
            page.element(
                    "p",
                    "It is not signed by a reviewer this ledger knows. Run review keygen --by " + review.by()
                            + ", then answer again.",
                    "class",
                    "red");
        }
    }
}
