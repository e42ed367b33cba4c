package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.report.picture.Markup;

/** What somebody sees who has not shown a token. */
final class SignIn {
    static final String PLACE = "enter";

    private SignIn() {}

    static Reply page(boolean hasUsers, String base) {
        if (!hasUsers) {
            return Reply.page(
                    401,
                    Frame.notice(
                            "Who are you?",
                            "Open the address that the server printed when it started; it holds the token."));
        }
        Markup form = new Markup().open("form", "method", "post", "action", base + PLACE, "class", "card answer");
        form.open("div").element("label", "Token", "for", "token");
        form.empty("input", "type", "password", "id", "token", "name", "token", "required", "");
        form.close().open("p").element("button", "Enter", "type", "submit").close(2);
        return Reply.page(401, Frame.notice("Who are you?", "Enter the token that you were given.", base, form));
    }
}
