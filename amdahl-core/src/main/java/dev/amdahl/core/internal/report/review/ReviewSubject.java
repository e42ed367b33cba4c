package dev.amdahl.core.internal.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import dev.amdahl.core.internal.ledger.review.PendingAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewInbox;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.Review;
import java.util.Optional;
import java.util.Set;

/** What people are asked about, each on a page of its own. Implementations are immutable. */
sealed interface ReviewSubject permits Item, RecipeItem {
    /** What a form has beside name, decision and reason. */
    enum Extra {
        AUDIT,
        MINUTES,
        FILE
    }

    String id();

    /** Returns the hash of all that an answer is for. */
    String head();

    /** Returns the name of the page about such things. */
    String page();

    /** Returns whether an answer is taken now. */
    boolean isWaiting();

    /** Waits, and nobody has answered. */
    boolean isOpen();

    /** Returns the newest answer to this head that no cycle has taken yet. */
    Optional<ReviewAnswer> answer();

    /** Returns whether that answer is signed with a key that the ledger knows, or that is offered to it. */
    boolean isSigned();

    /** Returns the answer that a cycle has taken. */
    Optional<Review> taken();

    /** Returns what came of it, where something did. */
    Optional<String> outcome();

    Set<Extra> extras();

    /** The file to apply, offered once an approval was left. */
    default void offerFile(Markup page) {}

    /** Leaves an answer. */
    PendingAnswer leave(ReviewInbox desk, ReviewInbox.Said said);

    /** Returns the page about it, with a form where an answer is taken. */
    Page shown(LedgerView view, Optional<AnswerForm> form);

    /** Returns what a page about it was made from; another one means that it has to be read again. */
    default String seen() {
        return answer().map(ReviewAnswer::review)
                .or(this::taken)
                .map(ReviewSubject::digest)
                .orElse("none");
    }

    private static String digest(Review review) {
        return Hashing.sha256().hashString(review.toString(), UTF_8).toString().substring(0, 16);
    }
}
