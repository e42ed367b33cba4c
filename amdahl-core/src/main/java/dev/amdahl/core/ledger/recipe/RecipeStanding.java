package dev.amdahl.core.ledger.recipe;

import dev.amdahl.spi.experiment.Review;
import java.util.Optional;

/**
 * A recipe and what people say of it.
 *
 * @param recipe with the wins that stand now
 * @param answer the newest answer of a person; empty while nobody has answered, and the recipe is inert
 * @param isSigned whether that answer was signed
 */
public record RecipeStanding(Recipe recipe, Optional<Review> answer, boolean isSigned) {

    /** Returns whether ideas may be made of it. */
    public boolean isInUse() {
        return recipe.isSupported() && answer.filter(Review::isApproved).isPresent();
    }

    /** {@code waiting}, {@code approved}, {@code declined} or {@code withdrawn}: one whose wins are all gone. */
    public String state() {
        if (!recipe.isSupported()) {
            return "withdrawn";
        }
        return answer.map(review -> review.isApproved() ? "approved" : "declined")
                .orElse("waiting");
    }
}
