package dev.amdahl.examples.cli.review;

import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Review;
import java.time.Clock;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** An answer to a recipe as it stands now, left as a file that the next cycle reads. */
abstract class RecipesAnswerCommand extends CliCommand {
    @Parameters(paramLabel = "ID", description = "A recipe, by its id or the beginning of it.")
    private String id = "";

    @Option(names = "--by", required = true, paramLabel = "NAME", description = "Who answers.")
    private String by = "";

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why.")
    private String reason = "";

    abstract boolean isApproval();

    @Override
    public final Answer answer() {
        String url = requireLedger();
        RecipeStanding standing = RecipeTexts.named(LedgerReader.view(url), id);
        if (!standing.recipe().isSupported()) {
            throw new InvalidInputException(
                    standing.recipe().id(), "is withdrawn: none of its wins stands", "see recipes list");
        }
        Review review = new Review(
                standing.recipe().id(),
                isApproval(),
                by,
                reason,
                Clock.systemUTC().instant(),
                standing.recipe().digest());
        return ReviewAnswerCommand.answer(ReviewAnswerCommand.desk(url).leave(review));
    }
}
