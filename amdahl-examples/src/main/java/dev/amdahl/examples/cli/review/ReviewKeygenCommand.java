package dev.amdahl.examples.cli.review;

import dev.amdahl.core.internal.ledger.review.ReviewFiles;
import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code review keygen}: makes the key that a person signs answers with. */
@Command(
        name = "keygen",
        description = "Make your signing key; with --ledger, offer its public half there.",
        footer = "  amdahl review keygen --by ada --ledger ./amdahl")
final class ReviewKeygenCommand extends CliCommand {
    @Option(names = "--by", required = true, paramLabel = "NAME", description = "Whose key.")
    private String by = "";

    @Override
    public Answer answer() {
        Optional<Path> reviews = Optional.ofNullable(ledger())
                .flatMap(url -> LedgerLocation.of(url).reviews());
        Path folder = ReviewKeys.defaultFolder();
        ReviewKeys keys = ReviewKeys.generate(by, folder);
        reviews.ifPresent(place -> new ReviewFiles(place).offer(keys));
        return Answer.of(
                Json.object().put("by", by).put("public_key", keys.publicKey()).put("folder", folder.toString()),
                "the key of " + by + " is in " + folder + "; public half " + keys.publicKey());
    }
}
