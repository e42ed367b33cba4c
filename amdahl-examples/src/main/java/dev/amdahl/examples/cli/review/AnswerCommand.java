package dev.amdahl.examples.cli.review;

import dev.amdahl.core.internal.ledger.review.PendingAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewInbox;
import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A person's answer, left as a file that the next cycle reads; signed where the person has a key. */
abstract class AnswerCommand extends CliCommand {
    @Parameters(paramLabel = "ID", description = "What to answer, by its id or the beginning of it.")
    private String id = "";

    @Option(
            names = "--by",
            paramLabel = "NAME",
            description = "Who answers; default the reviewer of the settings in amdahl.yaml.")
    private @Nullable String by;

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why.")
    private String reason = "";

    abstract boolean isApproval();

    /** Returns how long the person took, where said. */
    OptionalDouble minutes() {
        return OptionalDouble.empty();
    }

    /** Returns what the person has read of a change of code. */
    String audit() {
        return "";
    }

    /** Leaves the answer to what has that id. */
    abstract PendingAnswer leave(LedgerView view, String id, ReviewInbox desk, ReviewInbox.Said said)
            throws IOException;

    @Override
    public final Answer answer() throws IOException {
        String url = requireLedger();
        String person = Optional.ofNullable(by)
                .or(() -> JobsFile.setting("reviewer"))
                .orElseThrow(() -> new InvalidInputException(
                        "review",
                        "does not say who answers",
                        "add --by NAME, or settings: {reviewer: NAME} to " + JobsFile.USUAL));
        ReviewInbox desk = ReviewInbox.of(url, ReviewKeys.defaultFolder(), Clock.systemUTC());
        PendingAnswer left = leave(
                LedgerReader.view(url),
                id,
                desk,
                new ReviewInbox.Said(isApproval(), person, reason, minutes(), audit()));
        return Answer.of(
                Json.object()
                        .put("id", left.review().id())
                        .put("decision", ReviewAnswer.decision(left.review()))
                        .put("signed", left.isSigned())
                        .put("file", left.file().toString()),
                left.said());
    }
}
