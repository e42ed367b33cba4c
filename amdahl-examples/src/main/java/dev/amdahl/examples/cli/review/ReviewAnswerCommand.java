package dev.amdahl.examples.cli.review;

import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.review.ReviewFiles;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Hypotheses;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** An answer to what waits, left as a file that the next cycle reads; signed where the person has a key. */
abstract class ReviewAnswerCommand extends CliCommand {
    @Parameters(paramLabel = "ID", description = "A hypothesis in review, by its id or the beginning of it.")
    private String id = "";

    @Option(names = "--by", required = true, paramLabel = "NAME", description = "Who answers.")
    private String by = "";

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why.")
    private String reason = "";

    @Option(names = "--minutes", paramLabel = "M", description = "How long you took, for the accounts.")
    private @Nullable Double minutes;

    abstract boolean isApproval();

    /** What the person has read of a change of code. */
    Optional<String> audit(Dossier dossier) {
        return Optional.empty();
    }

    /** What else an answer does. */
    void after(Dossier dossier) throws IOException {}

    @Override
    public final Answer answer() throws IOException {
        String url = requireLedger();
        Dossier dossier = Hypotheses.named(LedgerReader.view(url), id);
        if (dossier.state() != HypothesisState.IN_REVIEW) {
            throw new InvalidInputException(
                    "hypothesis " + dossier.id(), "is " + dossier.state() + ", nothing is asked", "see review list");
        }
        if (minutes != null && !(minutes >= 0 && minutes <= ReviewFiles.MOST_MINUTES)) {
            throw new InvalidInputException("--minutes", "was " + minutes, "give the minutes you took, 0 or more");
        }
        Review review = new Review(
                dossier.id(),
                isApproval(),
                by,
                reason,
                Clock.systemUTC().instant(),
                dossier.evidenceHead(),
                minutes == null ? OptionalDouble.empty() : OptionalDouble.of(minutes),
                audit(dossier));
        LeftAnswer left = LeftAnswer.leave(url, review);
        after(dossier);
        return left.answer();
    }
}
