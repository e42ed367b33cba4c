package dev.amdahl.examples.cli.review;

import dev.amdahl.core.internal.ledger.review.ChangeFile;
import dev.amdahl.core.ledger.view.Dossier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code review approve ID}: a person says yes. */
@Command(
        name = "approve",
        description = "Approve a win.",
        footer = "  amdahl review approve 0198c2 --ledger ./amdahl --by ada --reason 'same work'")
final class ReviewApproveCommand extends ReviewAnswerCommand {
    @Option(
            names = "--apply",
            paramLabel = "FILE",
            description = "Write the change there, as shell settings or as a patch; nothing else is touched.")
    private @Nullable Path apply;

    @Option(
            names = "--audit",
            paramLabel = "TEXT",
            description = "Which parts of the patch you read; required to promote a change of code.")
    private String audit = "";

    @Override
    boolean isApproval() {
        return true;
    }

    @Override
    String audit() {
        return audit;
    }

    @Override
    void after(Dossier dossier) throws IOException {
        if (apply != null) {
            Files.writeString(apply, ChangeFile.of(dossier.hypothesis()).text());
        }
    }
}
