package dev.amdahl.examples.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root of all commands. */
@Command(
        name = "amdahl",
        description = "Finds wasted accelerator time and proves or refutes one change at a time.",
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Without a command: quickstart. Each command has --help.",
            "Exit codes: 0 done, 1 the answer is no, 2 wrong input,",
            "3 another cycle holds the ledger, 4 an outside system is unavailable."
        })
final class Amdahl implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this text.")
    @SuppressWarnings("UnusedVariable")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    @SuppressWarnings("UnusedVariable")
    private boolean version;

    @Override
    public void run() {
        CommandLine line = spec.commandLine();
        throw new ParameterException(
                line,
                "no command; choose one of: "
                        + String.join(", ", line.getSubcommands().keySet()));
    }
}
