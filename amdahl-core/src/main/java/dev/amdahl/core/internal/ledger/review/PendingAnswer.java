package dev.amdahl.core.internal.ledger.review;

import dev.amdahl.spi.experiment.Review;
import java.nio.file.Path;

/**
 * A person's answer that was left as a file for the next cycle.
 *
 * @param review the answer
 * @param isSigned whether there was a key of that name to sign it with
 * @param file where it lies
 */
public record PendingAnswer(Review review, boolean isSigned, Path file) {

    /** Returns what became of it, in one line. */
    public String said() {
        return (review.isApproved() ? "approved " : "declined ") + review.id()
                + (isSigned ? ", signed" : ", not signed: run review keygen --by " + review.by() + " to sign")
                + "; the next cycle takes it from " + file;
    }
}
