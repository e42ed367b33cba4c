package dev.amdahl.examples.cli.ledger;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ledger}: looks into a ledger. */
@Command(
        name = "ledger",
        description = "Look into a ledger, also while a loop runs.",
        subcommands = {
            LedgerLogCommand.class,
            LedgerSearchCommand.class,
            LedgerShowCommand.class,
            LedgerAccountsCommand.class,
            LedgerVerifyCommand.class,
            LedgerProveCommand.class,
            LedgerExportCommand.class,
            LedgerImportCommand.class
        })
public final class LedgerCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @CommandLine.Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this text.")
    @SuppressWarnings("UnusedVariable")
    private boolean help;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "no subcommand; choose log, search, show, accounts, verify, prove, export or import");
    }
}
