package dev.amdahl.core.internal.report.review;

/** A call that is not carried out, with the status and the words of the answer. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String title;

    Refusal(int status, String title, String message) {
        super(message);
        this.status = status;
        this.title = title;
    }

    static Refusal unknown(String id) {
        return new Refusal(404, "Not found", "The ledger holds nothing of the name " + id + ".");
    }

    /** Returns the answer, as a page. */
    Reply reply() {
        return Reply.page(status, Frame.notice(title, String.valueOf(getMessage())));
    }
}
