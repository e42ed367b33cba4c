package dev.amdahl.examples.cli.review;

import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Table;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code recipes show ID}: one recipe and the wins it rests on. */
@Command(
        name = "show",
        description = "Show a recipe and the wins that it rests on.",
        footer = "  amdahl recipes show 7f3a --ledger ./amdahl")
final class RecipesShowCommand extends CliCommand {
    @Parameters(paramLabel = "ID", description = "A recipe, by its id or the beginning of it.")
    private String id = "";

    @Override
    public Answer answer() {
        RecipeStanding standing = RecipeTexts.named(LedgerReader.view(requireLedger()), id);
        Recipe recipe = standing.recipe();
        String symptoms = recipe.symptoms().stream()
                .map(symptom -> symptom.metric() + " " + symptom.operator() + " " + symptom.value())
                .collect(Collectors.joining(", "));
        Table wins = new Table("win", "job", "on", "ratio", "interval", "pairs", "came from");
        recipe.effects()
                .forEach(effect -> wins.row(
                        effect.hypothesis(),
                        effect.family(),
                        effect.acceleratorType(),
                        String.format(Locale.ROOT, "%.3f", effect.ratio()),
                        String.format(Locale.ROOT, "%.3f to %.3f", effect.lower(), effect.upper()),
                        Integer.toString(effect.pairs()),
                        effect.source()));
        Table head = new Table(recipe.id(), standing.state());
        head.row("what", recipe.title());
        head.row("change", recipe.template().words());
        head.row(
                "where",
                "jobs with " + recipe.bottleneck() + " on " + String.join(", ", recipe.acceleratorTypes())
                        + (symptoms.isEmpty() ? "" : ", and " + symptoms));
        standing.answer()
                .ifPresent(answer -> head.row(
                        "answer",
                        (answer.isApproved() ? "approved by " : "declined by ") + answer.by() + ": " + answer.reason()
                                + (standing.isSigned() ? "" : " (not signed)")));
        return Answer.of(RecipeTexts.json(standing), head + (recipe.isSupported() ? "\n" + wins : ""));
    }
}
