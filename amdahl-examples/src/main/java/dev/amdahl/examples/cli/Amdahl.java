package dev.amdahl.examples.cli;

import dev.amdahl.examples.cli.common.CommandGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The root of all commands. */
@Command(
        name = "amdahl",
        description = {
            "Finds wasted accelerator time and proves or refutes one change at a time.",
            "Each command has --help with an example."
        },
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "  amdahl ab --baseline './train --workers 0' --variant './train --workers 4'",
            "",
            "Exit codes: 0 done, 1 the answer is no, 2 wrong input, 3 another cycle holds",
            "the ledger, 4 an outside system is unavailable; more by: amdahl help exit-codes"
        })
final class Amdahl extends CommandGroup {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this text.")
    @SuppressWarnings("UnusedVariable")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    @SuppressWarnings("UnusedVariable")
    private boolean version;
}
