package dev.amdahl.core.internal.ledger.state;

import static dev.amdahl.core.internal.ledger.state.HypothesisRules.require;

import dev.amdahl.core.ledger.entry.Entry.RecipeAnswered;
import dev.amdahl.core.ledger.entry.Entry.RecipeDistilled;
import dev.amdahl.core.ledger.entry.Entry.Searched;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.Optional;

/** What dreams leave: when ideas were looked for, and recipes, which only wins make and only people put to use. */
final class RecipeRules {
    private RecipeRules() {}

    static void searched(StateBuilder draft, Searched entry) {
        draft.searched();
    }

    static void distilled(StateBuilder draft, RecipeDistilled entry) {
        Recipe recipe = entry.recipe();
        require(recipe.id().startsWith(Recipe.PREFIX), entry, "is not an id of a recipe");
        for (Recipe.Effect effect : recipe.effects()) {
            HypothesisState state =
                    HypothesisRules.dossier(draft, entry, effect.hypothesis()).state();
            require(
                    state == HypothesisState.PROMOTED,
                    entry,
                    "rests on " + effect.hypothesis() + ", which is " + state + " and no promoted win");
        }
        Optional<RecipeStanding> known = draft.recipe(recipe.id());
        require(known.isPresent() || recipe.isSupported(), entry, "rests on no win");
        draft.put(new RecipeStanding(
                recipe,
                known.flatMap(RecipeStanding::answer),
                known.filter(RecipeStanding::isSigned).isPresent()));
    }

    static void answered(StateBuilder draft, RecipeAnswered entry) {
        Review review = entry.review();
        RecipeStanding known = draft.recipe(review.id())
                .orElseThrow(
                        () -> new IllegalMoveException(entry, "recipe '" + review.id() + "' is not in the ledger"));
        require(
                review.evidenceHead().equals(known.recipe().digest()),
                entry,
                "was given for other wins than those it rests on");
        require(!review.by().isBlank(), entry, "does not say who");
        draft.put(new RecipeStanding(known.recipe(), Optional.of(review), entry.isSigned()));
    }
}
