package dev.amdahl.examples.cli.ledger;

import dev.amdahl.examples.cli.common.CommandGroup;
import picocli.CommandLine.Command;

/** {@code ledger}: looks into a ledger, and takes a person's word on what has not ended. */
@Command(
        name = "ledger",
        description = "Look into a ledger, also while a loop runs, and steer what has not ended.",
        subcommands = {
            LedgerLogCommand.class,
            LedgerSearchCommand.class,
            LedgerShowCommand.class,
            LedgerNoteCommand.class,
            LedgerPrioritizeCommand.class,
            LedgerCancelCommand.class,
            LedgerAccountsCommand.class,
            LedgerVerifyCommand.class,
            LedgerProveCommand.class,
            LedgerExportCommand.class,
            LedgerImportCommand.class,
            LedgerRepairCommand.class
        },
        footer = "  amdahl ledger log --ledger ./amdahl --last 20")
public final class LedgerCommand extends CommandGroup {}
