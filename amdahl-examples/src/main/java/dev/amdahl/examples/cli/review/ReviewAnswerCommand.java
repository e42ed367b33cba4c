package dev.amdahl.examples.cli.review;

import dev.amdahl.core.internal.ledger.review.PendingAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewInbox;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Hypotheses;
import java.io.IOException;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** An answer to a win that waits. */
abstract class ReviewAnswerCommand extends AnswerCommand {
    @Option(names = "--minutes", paramLabel = "M", description = "How long you took, for the accounts.")
    private @Nullable Double minutes;

    /** What else an answer does. */
    void after(Dossier dossier) throws IOException {}

    @Override
    final OptionalDouble minutes() {
        return minutes == null ? OptionalDouble.empty() : OptionalDouble.of(minutes);
    }

    @Override
    final PendingAnswer leave(LedgerView view, String id, ReviewInbox desk, ReviewInbox.Said said) throws IOException {
        Dossier dossier = Hypotheses.named(view, id);
        PendingAnswer left = desk.answer(dossier, said);
        after(dossier);
        return left;
    }
}
