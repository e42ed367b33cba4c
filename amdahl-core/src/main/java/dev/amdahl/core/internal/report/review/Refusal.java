package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.report.picture.Markup;

/** A call that is not carried out, with the status and the words of the answer. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String title;
    private final String home;

    Refusal(int status, String title, String message) {
        this(status, title, message, "./");
    }

    /** @param home the address of the home page, where the call may have come in on one below others */
    Refusal(int status, String title, String message, String home) {
        super(message);
        this.status = status;
        this.title = title;
        this.home = home;
    }

    static Refusal unknown(String id) {
        return new Refusal(404, "Not found", "The ledger has nothing named " + id + ".");
    }

    /** Returns the answer, as a page. */
    Reply reply() {
        return Reply.page(status, Frame.notice(title, String.valueOf(getMessage()), home, new Markup()));
    }
}
