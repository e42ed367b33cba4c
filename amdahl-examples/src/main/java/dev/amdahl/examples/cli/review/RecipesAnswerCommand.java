package dev.amdahl.examples.cli.review;

import dev.amdahl.core.internal.ledger.review.PendingAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewInbox;
import dev.amdahl.core.ledger.view.LedgerView;

/** An answer to a recipe as it stands now. */
abstract class RecipesAnswerCommand extends AnswerCommand {
    @Override
    final PendingAnswer leave(LedgerView view, String id, ReviewInbox desk, ReviewInbox.Said said) {
        return desk.answer(RecipeTexts.named(view, id).recipe(), said);
    }
}
