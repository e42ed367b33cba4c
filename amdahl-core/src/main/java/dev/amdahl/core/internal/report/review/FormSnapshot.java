package dev.amdahl.core.internal.report.review;

/**
 * What a page showed that was answered.
 *
 * @param id of what was asked about
 * @param head the hash of the evidence
 * @param seen the answer that stood there, as {@link ReviewSubject#seen} says it
 */
record FormSnapshot(String id, String head, String seen) {
    static FormSnapshot of(ReviewSubject asked) {
        return new FormSnapshot(asked.id(), asked.head(), asked.seen());
    }

    static FormSnapshot of(Fields form) throws Refusal {
        return new FormSnapshot(form.require("id"), form.require("head"), form.require("seen"));
    }

    /** Returns what a form's token is bound to. */
    String subject() {
        return id + "\n" + head + "\n" + seen;
    }
}
