package dev.amdahl.examples.cli.review;

import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code review approve ID}: a person says yes. */
@Command(
        name = "approve",
        description = "Say yes to a win.",
        footer = "  amdahl review approve 0198c2 --ledger ./amdahl --by ada --reason 'same work' --apply workers.env")
final class ReviewApproveCommand extends ReviewAnswerCommand {
    @Option(
            names = "--apply",
            paramLabel = "FILE",
            description = "Write the change there, as shell settings or as a patch; nothing else is touched.")
    private @Nullable Path apply;

    @Option(
            names = "--audit",
            paramLabel = "TEXT",
            description = "What of the patch you read; a change of code is not promoted without.")
    private String audit = "";

    @Override
    boolean isApproval() {
        return true;
    }

    @Override
    Optional<String> audit(Dossier dossier) {
        if (dossier.hypothesis().needsBuild() && audit.isBlank()) {
            throw new InvalidInputException(
                    "hypothesis " + dossier.id(), "changes code", "read the patch and say with --audit what you read");
        }
        return Optional.of(audit).filter(text -> !text.isBlank());
    }

    @Override
    void after(Dossier dossier) throws IOException {
        if (apply != null) {
            Files.writeString(apply, text(dossier.hypothesis().change()));
        }
    }

    private static String text(Change change) {
        if (change instanceof PatchChange patch) {
            return patch.diff();
        }
        return ((ConfigChange) change)
                .settings().stream().map(ReviewApproveCommand::line).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(LeverSetting setting) {
        String value = "'" + setting.to().replace("'", "'\\''") + "'";
        if (setting.target() instanceof LeverSetting.Environment environment) {
            return "export " + environment.variable() + "=" + value;
        }
        return "# " + setting.lever() + ": " + setting.from() + " -> " + value;
    }
}
