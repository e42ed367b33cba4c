package dev.amdahl.core.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import dev.amdahl.core.ledger.review.AskedPacket;
import dev.amdahl.core.ledger.review.ReviewAnswer;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.experiment.ExpectedSaving;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.Optional;

/**
 * A hypothesis as people are asked about it. Immutable.
 *
 * @param dossier what the ledger holds
 * @param packet what the loop told when it asked, if that was about this evidence
 * @param answer the newest answer to this evidence that no cycle has taken yet
 * @param isSigned whether that answer is signed with a key that the ledger knows, or that is offered to it
 */
record Item(Dossier dossier, Optional<AskedPacket> packet, Optional<ReviewAnswer> answer, boolean isSigned) {

    boolean isWaiting() {
        return dossier.state() == HypothesisState.IN_REVIEW;
    }

    /** Waits, and nobody has answered. */
    boolean isOpen() {
        return isWaiting() && answer.isEmpty();
    }

    Optional<ExpectedSaving> saving() {
        return packet.flatMap(AskedPacket::saving);
    }

    /** What a page about it was made from; another one means that it has to be read again. */
    String seen() {
        return answer.map(ReviewAnswer::review).map(Item::digest).orElse("none");
    }

    private static String digest(Review review) {
        return Hashing.sha256().hashString(review.toString(), UTF_8).toString().substring(0, 16);
    }
}
