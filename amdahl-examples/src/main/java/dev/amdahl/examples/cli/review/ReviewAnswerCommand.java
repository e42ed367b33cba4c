package dev.amdahl.examples.cli.review;

import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.review.LeftAnswer;
import dev.amdahl.core.ledger.review.ReviewDesk;
import dev.amdahl.core.ledger.review.ReviewKeys;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Hypotheses;
import dev.amdahl.examples.cli.common.Json;
import java.io.IOException;
import java.time.Clock;
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
    String audit() {
        return "";
    }

    /** What else an answer does. */
    void after(Dossier dossier) throws IOException {}

    @Override
    public final Answer answer() throws IOException {
        String url = requireLedger();
        Dossier dossier = Hypotheses.named(LedgerReader.view(url), id);
        ReviewDesk.Said said = new ReviewDesk.Said(
                isApproval(),
                by,
                reason,
                minutes == null ? OptionalDouble.empty() : OptionalDouble.of(minutes),
                audit());
        LeftAnswer left = desk(url).answer(dossier, said);
        after(dossier);
        return answer(left);
    }

    /** The desk beside that ledger, with this user's keys. */
    static ReviewDesk desk(String url) {
        return ReviewDesk.of(url, ReviewKeys.defaultFolder(), Clock.systemUTC());
    }

    /** What is said of an answer that was left. */
    static Answer answer(LeftAnswer left) {
        return Answer.of(
                Json.object()
                        .put("id", left.review().id())
                        .put("decision", left.review().isApproved() ? "approve" : "decline")
                        .put("signed", left.isSigned())
                        .put("file", left.file().toString()),
                left.said());
    }
}
