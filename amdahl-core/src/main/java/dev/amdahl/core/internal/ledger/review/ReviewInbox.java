package dev.amdahl.core.internal.ledger.review;

import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalDouble;

/** Where people leave their answers: each becomes a file that the next cycle reads, signed where the person has a key here. Thread-safe. */
public final class ReviewInbox {
    /** Longest reason, and longest note on code: an answer's file stays well below what a cycle reads. */
    public static final int MAX_CHARACTERS = 4_000;

    private final ReviewFiles files;
    private final Path keys;
    private final Clock clock;

    /**
     * What a person says.
     *
     * @param isApproval yes or no
     * @param by who
     * @param reason why
     * @param minutes how long it took, where said
     * @param audit what was read of a change of code; blank for nothing
     */
    public record Said(boolean isApproval, String by, String reason, OptionalDouble minutes, String audit) {
        /** Secrets go before anything is signed. */
        public Said {
            reason = Redaction.of(reason);
            audit = Redaction.of(audit);
        }
    }

    private ReviewInbox(ReviewFiles files, Path keys, Clock clock) {
        this.files = files;
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * Returns the desk beside a ledger.
     *
     * @param url as {@link dev.amdahl.core.ledger.Ledger#open} takes it
     * @param keys the folder that private keys lie in, such as {@link ReviewKeys#defaultFolder}
     * @throws InvalidInputException if the ledger lies in memory
     */
    public static ReviewInbox of(String url, Path keys, Clock clock) {
        LedgerLocation location = LedgerLocation.of(url);
        Path folder = location.reviews()
                .orElseThrow(() -> new InvalidInputException("ledger '" + url + "'", "is in memory", "name a file"));
        return new ReviewInbox(new ReviewFiles(folder), keys, clock);
    }

    /** Returns the files that answers and questions lie in. */
    public ReviewFiles files() {
        return files;
    }

    /**
     * Leaves an answer to exactly the evidence that is asked about.
     *
     * @throws InvalidInputException if nothing is asked, or the answer is not whole
     */
    public PendingAnswer answer(Dossier dossier, Said said) {
        String subject = "hypothesis " + dossier.id();
        if (dossier.state() != HypothesisState.IN_REVIEW) {
            throw new InvalidInputException(subject, "is " + dossier.state() + ", nothing is asked", "see review list");
        }
        double minutes = said.minutes().orElse(0);
        if (!(minutes >= 0 && minutes <= ReviewFiles.MAX_MINUTES)) {
            throw new InvalidInputException("minutes", "were " + minutes, "give the minutes you took, 0 or more");
        }
        if (said.isApproval()
                && dossier.hypothesis().needsBuild()
                && said.audit().isBlank()) {
            throw new InvalidInputException(
                    subject, "changes code", "read the patch, and say in the audit which parts you read");
        }
        requireFits("audit", said.audit());
        return leave(new Review(
                dossier.id(),
                said.isApproval(),
                said.by(),
                said.reason(),
                clock.instant(),
                dossier.evidenceHead(),
                said.minutes(),
                Optional.of(said.audit()).filter(audit -> said.isApproval() && !audit.isBlank())));
    }

    /**
     * Leaves an answer to exactly the wins that a recipe rests on; minutes and audit are not asked for.
     *
     * @throws InvalidInputException if it rests on none, or the answer is not whole
     */
    public PendingAnswer answer(Recipe recipe, Said said) {
        if (!recipe.isSupported()) {
            throw new InvalidInputException(
                    recipe.id(), "is withdrawn: none of its wins is still in effect", "see recipes list");
        }
        return leave(
                new Review(recipe.id(), said.isApproval(), said.by(), said.reason(), clock.instant(), recipe.digest()));
    }

    private PendingAnswer leave(Review review) {
        if (review.reason().isBlank()) {
            throw new InvalidInputException("reason", "is empty", "give a reason");
        }
        requireFits("reason", review.reason());
        Optional<ReviewKeys> own = ReviewKeys.load(review.by(), keys);
        ReviewAnswer answer =
                own.map(key -> key.sign(review)).orElseGet(() -> new ReviewAnswer(review, Optional.empty()));
        own.ifPresent(files::offer);
        return new PendingAnswer(review, own.isPresent(), files.write(answer));
    }

    private static void requireFits(String field, String text) {
        if (text.length() > MAX_CHARACTERS) {
            throw new InvalidInputException(
                    field, "has " + text.length() + " characters", "use at most " + MAX_CHARACTERS);
        }
    }
}
