package dev.amdahl.examples.cli.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Words;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code recipes list}: all recipes of a ledger. */
@Command(
        name = "list",
        description = "List what promoted wins teach.",
        footer = "  amdahl recipes list --ledger ./amdahl")
final class RecipesListCommand extends CliCommand {
    @Override
    public Answer answer() {
        List<RecipeStanding> recipes = LedgerReader.view(requireLedger()).recipes();
        ObjectNode json = Json.object();
        json.set("recipes", Json.array(recipes, RecipeTexts::json));
        Table table = new Table("id", "state", "class", "change", "effects");
        recipes.forEach(standing -> table.row(
                standing.recipe().id(),
                standing.state(),
                standing.recipe().bottleneck().name(),
                standing.recipe().template().words(),
                standing.recipe().effects().stream()
                        .map(RecipesListCommand::effect)
                        .collect(Collectors.joining(", "))));
        return Answer.of(json, recipes.isEmpty() ? "no win is promoted yet" : table.toString());
    }

    private static String effect(Recipe.Effect effect) {
        return Words.change(OptionalDouble.of(effect.ratio())) + " on " + effect.family();
    }
}
