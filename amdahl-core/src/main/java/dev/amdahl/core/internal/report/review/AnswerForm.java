package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.ledger.review.ReviewInbox;
import dev.amdahl.core.internal.report.picture.Markup;
import java.util.ArrayList;
import java.util.List;

/**
 * The form under what is asked.
 *
 * @param token one time, for exactly what the page shows
 * @param by who answers; empty where a name is asked for
 * @param keys whose private keys lie here
 * @param given what was entered before, where it was not whole
 * @param error what is wrong with that; empty text for nothing
 */
record AnswerForm(String token, String by, List<String> keys, Fields given, String error) {
    static final String APPROVE = "approve";
    static final String APPROVE_WITH_FILE = "approve-with-file";
    static final String DECLINE = "decline";

    void add(Markup page, ReviewSubject asked) {
        page.open("section", "id", "answer", "aria-labelledby", "answer-title");
        page.element("h2", asked.isOpen() ? "Your answer" : "Answer instead", "id", "answer-title");
        page.open("form", "method", "post", "action", "answer", "class", "card answer");
        if (!error.isEmpty()) {
            page.element("p", error, "class", "red");
        }
        String[] hidden = {"id", asked.id(), "head", asked.head(), "seen", asked.seen(), "form", token};
        for (int i = 0; i < hidden.length; i += 2) {
            page.empty("input", "type", "hidden", "name", hidden[i], "value", hidden[i + 1]);
        }
        name(page);
        decision(page, asked);
        area(page, "reason", "Reason", "Why, in a few words. The ledger keeps it.", true);
        if (asked.extras().contains(ReviewSubject.Extra.AUDIT)) {
            area(page, "audit", "Which parts of the patch you read", "Required to approve a change of code.", false);
        }
        if (asked.extras().contains(ReviewSubject.Extra.MINUTES)) {
            page.open("div").element("label", "Minutes you took (may be left out)", "for", "minutes");
            input(page, "minutes", "type", "number", "min", "0", "step", "any").close();
        }
        page.open("p", "class", "soft break").text("You answer for evidence ");
        page.element("code", asked.head()).close();
        page.open("p").element("button", "Send the answer", "type", "submit").close(3);
    }

    private void name(Markup page) {
        if (!by.isEmpty()) {
            page.element(
                    "p",
                    "You answer as " + by
                            + (keys.contains(by)
                                    ? "; the answer is signed with your key."
                                    : ". This server has no key of yours, so the answer is not signed and counts only where the"
                                            + " loop's policy allows it. To sign: run review keygen --by " + by
                                            + " where this page is served."),
                    "id",
                    "by");
            return;
        }
        page.open("div").element("label", "Your name", "for", "by");
        input(page, "by", "required", "", "maxlength", "64", "autocomplete", "username", "aria-describedby", "by-hint");
        page.element(
                        "p",
                        keys.isEmpty()
                                ? "This server has no key, so the answer is not signed and counts only where the loop's policy allows"
                                        + " it. To sign: run review keygen --by NAME where this page is served."
                                : "This server has keys for: " + String.join(", ", keys)
                                        + ". An answer in another name is not signed, until review keygen --by NAME has made"
                                        + " its key.",
                        "class",
                        "soft",
                        "id",
                        "by-hint")
                .close();
    }

    private void decision(Markup page, ReviewSubject asked) {
        page.open("fieldset").element("legend", "Decision");
        radio(page, APPROVE, "Approve");
        if (asked.extras().contains(ReviewSubject.Extra.FILE)) {
            radio(page, APPROVE_WITH_FILE, "Approve, and take the change as a file to apply");
        }
        radio(page, DECLINE, "Decline");
        page.close();
    }

    private void radio(Markup page, String value, String label) {
        List<String> attributes = new ArrayList<>(
                List.of("type", "radio", "name", "decision", "id", value, "value", value, "required", ""));
        if (given.get("decision").equals(value)) {
            attributes.addAll(List.of("checked", ""));
        }
        page.open("div", "class", "choice").empty("input", attributes.toArray(String[]::new));
        page.element("label", label, "for", value).close();
    }

    private Markup input(Markup page, String name, String... more) {
        List<String> attributes = new ArrayList<>(List.of("id", name, "name", name, "value", given.get(name)));
        attributes.addAll(List.of(more));
        return page.empty("input", attributes.toArray(String[]::new));
    }

    private void area(Markup page, String name, String label, String hint, boolean isRequired) {
        List<String> attributes = new ArrayList<>(List.of(
                "id",
                name,
                "name",
                name,
                "rows",
                "3",
                "maxlength",
                "" + ReviewInbox.MAX_CHARACTERS,
                "aria-describedby",
                name + "-hint"));
        if (isRequired) {
            attributes.addAll(List.of("required", ""));
        }
        page.open("div").element("label", label, "for", name);
        page.element("textarea", given.get(name), attributes.toArray(String[]::new));
        page.element("p", hint, "class", "soft", "id", name + "-hint").close();
    }
}
