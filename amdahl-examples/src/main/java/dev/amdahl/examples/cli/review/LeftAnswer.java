package dev.amdahl.examples.cli.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.review.ReviewAnswer;
import dev.amdahl.core.ledger.review.ReviewFiles;
import dev.amdahl.core.ledger.review.ReviewKeys;
import dev.amdahl.core.ledger.store.LedgerLocation;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Review;
import java.util.Optional;

/** A person's answer left as a file that the next cycle reads, signed where the person has a key. Immutable. */
record LeftAnswer(Review review, boolean isSigned, String file) {

    static LeftAnswer leave(String url, Review review) {
        if (review.reason().isBlank()) {
            throw new InvalidInputException("--reason", "is empty", "say why in a few words");
        }
        Optional<ReviewKeys> keys = ReviewKeys.load(review.by(), ReviewKeys.defaultFolder());
        ReviewAnswer answer =
                keys.map(own -> own.sign(review)).orElseGet(() -> new ReviewAnswer(review, Optional.empty()));
        ReviewFiles files = new ReviewFiles(LedgerLocation.of(url)
                .reviews()
                .orElseThrow(() -> new InvalidInputException("ledger '" + url + "'", "lies in memory", "name a file")));
        keys.ifPresent(files::offer);
        return new LeftAnswer(
                review, answer.signature().isPresent(), files.write(answer).toString());
    }

    Answer answer() {
        boolean isApproval = review.isApproved();
        ObjectNode json = Json.object()
                .put("id", review.id())
                .put("decision", isApproval ? "approve" : "decline")
                .put("signed", isSigned)
                .put("file", file);
        return Answer.of(
                json,
                (isApproval ? "approved " : "declined ") + review.id()
                        + (isSigned ? ", signed" : ", not signed: run review keygen --by " + review.by() + " to sign")
                        + "; the next cycle takes it from " + file);
    }
}
