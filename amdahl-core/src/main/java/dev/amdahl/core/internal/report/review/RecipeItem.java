package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.ledger.review.PendingAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewInbox;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.Review;
import java.util.Optional;
import java.util.Set;

/**
 * A recipe as people are asked about it: one that was answered may be answered again.
 *
 * @param standing what the ledger holds
 */
record RecipeItem(RecipeStanding standing, Optional<ReviewAnswer> answer, boolean isSigned) implements ReviewSubject {
    Recipe recipe() {
        return standing.recipe();
    }

    @Override
    public String id() {
        return recipe().id();
    }

    @Override
    public String head() {
        return recipe().digest();
    }

    @Override
    public String page() {
        return "recipe";
    }

    @Override
    public boolean isWaiting() {
        return recipe().isSupported();
    }

    @Override
    public boolean isOpen() {
        return isWaiting() && answer.isEmpty() && standing.answer().isEmpty();
    }

    @Override
    public Optional<Review> taken() {
        return standing.answer();
    }

    @Override
    public Optional<String> outcome() {
        if (!isWaiting()) {
            return Optional.of("Withdrawn: none of the wins that it rested on is still in effect.");
        }
        return taken().map(review -> review.isApproved() ? "Now: dreams may use it." : "Now: dreams may not use it.");
    }

    @Override
    public Set<Extra> extras() {
        return Set.of();
    }

    @Override
    public PendingAnswer leave(ReviewInbox desk, ReviewInbox.Said said) {
        return desk.answer(recipe(), said);
    }

    @Override
    public Page shown(LedgerView view, Optional<AnswerForm> form) {
        return RecipePage.of(this, form);
    }
}
