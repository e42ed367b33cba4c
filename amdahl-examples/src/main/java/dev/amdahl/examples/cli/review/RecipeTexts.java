package dev.amdahl.examples.cli.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeJson;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.InvalidInputException;
import java.util.List;

/** Finds recipes by what people type, and writes them. */
final class RecipeTexts {
    private RecipeTexts() {}

    /** The one whose id is, or begins with, the text; the prefix may be left out. */
    static RecipeStanding named(LedgerView view, String text) {
        String wanted = text.startsWith(Recipe.PREFIX) ? text : Recipe.PREFIX + text;
        List<RecipeStanding> matches = view.recipes().stream()
                .filter(standing -> !text.isBlank() && standing.recipe().id().startsWith(wanted))
                .toList();
        if (matches.size() == 1) {
            return matches.get(0);
        }
        throw new InvalidInputException(
                "recipe '" + text + "'",
                matches.isEmpty() ? "there is none in this ledger" : "begins " + matches.size() + " ids",
                matches.isEmpty() ? "see recipes list for the ids" : "give more of its characters");
    }

    static ObjectNode json(RecipeStanding standing) {
        ObjectNode json = RecipeJson.of(standing.recipe());
        json.put("state", standing.state()).put("digest", standing.recipe().digest());
        standing.answer()
                .ifPresentOrElse(
                        answer -> json.putObject("answer")
                                .put("by", answer.by())
                                .put("reason", answer.reason())
                                .put("at", answer.at().toString())
                                .put("signed", standing.isSigned())
                                .put("digest", answer.evidenceHead()),
                        () -> json.putNull("answer"));
        return json;
    }
}
