package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.review.ReviewSettings.Action;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.Redaction;

/**
 * What an operator can do to a hypothesis that has not ended.
 *
 * @param id of the hypothesis
 * @param state that the page showed it in
 */
record SteerForm(String id, String state) {
    static SteerForm of(Dossier dossier) {
        return new SteerForm(dossier.id(), dossier.state().name());
    }

    static SteerForm of(Fields form) throws Refusal {
        return new SteerForm(form.require("id"), form.require("state"));
    }

    /** Returns what a form's token is bound to. */
    String subject() {
        return "steer\n" + id + "\n" + state;
    }

    void add(Markup page, String token) {
        ReviewText.section(page, "steer", "Steer");
        page.open("form", "method", "post", "action", "steer", "class", "card answer");
        String[] hidden = {"id", id, "state", state, "form", token};
        for (int i = 0; i < hidden.length; i += 2) {
            page.empty("input", "type", "hidden", "name", hidden[i], "value", hidden[i + 1]);
        }
        page.open("fieldset").element("legend", "What is to be done");
        for (Action action : Action.values()) {
            String name = action.name();
            page.open("div", "class", "choice");
            page.empty("input", "type", "radio", "name", "action", "id", name, "value", name, "required", "");
            page.element("label", action.label(), "for", name).close();
        }
        page.close().open("div").element("label", "Note, or why it is cancelled", "for", "text");
        page.element(
                "textarea",
                "",
                "id",
                "text",
                "name",
                "text",
                "rows",
                "2",
                "maxlength",
                "" + Dossier.Steering.MAX_CHARACTERS);
        page.close().open("p").element("button", "Record it", "type", "submit").close(3);
    }

    /** Returns what is asked for. */
    static Action action(Fields form) throws Refusal {
        for (Action action : Action.values()) {
            if (action.name().equals(form.get("action"))) {
                return action;
            }
        }
        throw new Refusal(422, "Not taken", "Choose what is to be done; nothing was recorded.");
    }

    /** Returns the text that goes with an action, without secrets. */
    static String text(Fields form, Action action) throws Refusal {
        String text = Redaction.of(form.get("text").replace("\r\n", "\n").strip());
        int most = Dossier.Steering.MAX_CHARACTERS;
        if (action.takesText() && (text.isEmpty() || text.length() > most)) {
            throw new Refusal(
                    422,
                    "Not taken",
                    "A note, or why it is cancelled, has 1 to " + most + " characters; nothing was recorded.");
        }
        return action.takesText() ? text : "";
    }
}
