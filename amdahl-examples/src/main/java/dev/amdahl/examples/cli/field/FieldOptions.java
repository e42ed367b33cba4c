package dev.amdahl.examples.cli.field;

import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ScheduledRuns;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which run it is about, and in which folder it asks. */
final class FieldOptions {
    @Option(
            names = "--run-id",
            required = true,
            paramLabel = "ID",
            description = "Your scheduler's name of the run: letters, digits, '.', '_' and '-'.")
    String run = "";

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "The folder that the loop keeps for scheduled runs; default LEDGER.field, beside the ledger.")
    private @Nullable Path folder;

    /** Returns the folder's runs, without opening the ledger. */
    ScheduledRuns runs(@Nullable String ledger) {
        return new ScheduledRuns(folder(ledger));
    }

    Path folder(@Nullable String ledger) {
        if (folder != null) {
            return folder;
        }
        if (ledger == null) {
            throw new InvalidInputException(
                    "--ledger", "no ledger is named", "add --ledger FILE-OR-URL, or --folder DIR");
        }
        return LedgerLocation.of(ledger)
                .field()
                .orElseThrow(() -> new InvalidInputException(
                        "--ledger",
                        "a ledger in memory has no folder for scheduled runs",
                        "name a file, or add --folder DIR"));
    }
}
