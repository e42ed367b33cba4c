package dev.amdahl.examples.cli.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.ledger.file.ProofFile;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.proof.Proof;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ledger prove SEQ}: that an event is in the ledger, for somebody who does not have it. */
@Command(
        name = "prove",
        description = {
            "Print the proof that an event is under the ledger's head, as JSON.",
            "With --check, check such a proof without a ledger; exit code 1 if it does not hold."
        },
        footer = "  amdahl ledger prove 17 --ledger ./amdahl > event-17.json")
final class LedgerProveCommand extends CliCommand {
    private static final long MAX_BYTES = 64L << 20;

    @Parameters(arity = "0..1", paramLabel = "SEQ", description = "The event, by its number.")
    private @Nullable Long seq;

    @Option(names = "--check", paramLabel = "FILE", description = "Check the proof in that file.")
    private @Nullable Path check;

    @Option(names = "--head", paramLabel = "HASH", description = "The head that must be proven, as a cycle printed it.")
    private @Nullable String head;

    @Override
    public Answer answer() throws IOException {
        Optional<String> known = Optional.ofNullable(head).map(hash -> Heads.hash("--head", hash));
        if (check != null) {
            if (seq != null) {
                throw new InvalidInputException("ledger prove", "SEQ and --check were both given", "give one of them");
            }
            return checked(check, known);
        }
        if (seq == null) {
            throw new InvalidInputException("ledger prove", "no event is named", "give SEQ, or --check FILE");
        }
        ObjectNode json = ProofFile.json(LedgerReader.prove(requireLedger(), seq, known));
        return Answer.of(json, Json.text(json));
    }

    private static Answer checked(Path file, Optional<String> known) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
            throw new InvalidInputException(file.toString(), "no file with a proof", "name the output of ledger prove");
        }
        Proof proof = ProofFile.read(Files.readString(file), file.toString());
        Optional<String> problem = proof.problem()
                .or(() -> known.filter(hash -> !hash.equals(proof.head()))
                        .map(hash -> "it leads to head " + proof.head() + ", not to " + hash));
        ObjectNode json = Json.object()
                .put("ok", problem.isEmpty())
                .put("seq", proof.event().seq())
                .put("kind", proof.event().kind())
                .put("subject", proof.event().subject())
                .put("at", proof.event().at())
                .put("head", proof.head())
                .put("events", proof.events());
        json.set("problems", Json.texts(problem.map(List::of).orElse(List.of())));
        String text = problem.map(what -> "does not hold: " + what)
                .orElse("ok: event " + proof.event().seq() + ", "
                        + proof.event().kind() + " of " + proof.event().subject() + ", is one of the " + proof.events()
                        + " under head " + proof.head());
        return Answer.of(json, text, problem.isEmpty());
    }
}
