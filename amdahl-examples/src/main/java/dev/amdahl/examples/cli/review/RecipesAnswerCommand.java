package dev.amdahl.examples.cli.review;

import dev.amdahl.core.internal.ledger.review.LeftAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewDesk;
import dev.amdahl.core.ledger.view.LedgerView;

/** An answer to a recipe as it stands now. */
abstract class RecipesAnswerCommand extends AnswerCommand {
    @Override
    final LeftAnswer leave(LedgerView view, String id, ReviewDesk desk, ReviewDesk.Said said) {
        return desk.answer(RecipeTexts.named(view, id).recipe(), said);
    }
}
