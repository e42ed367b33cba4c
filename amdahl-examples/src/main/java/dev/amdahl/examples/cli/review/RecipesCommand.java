package dev.amdahl.examples.cli.review;

import dev.amdahl.examples.cli.common.CommandGroup;
import picocli.CommandLine.Command;

/** {@code recipes}: what promoted wins teach, and whether it may be used. */
@Command(
        name = "recipes",
        description = "See what promoted wins teach, and say whether dreams may use it; also while a loop runs.",
        subcommands = {
            RecipesListCommand.class,
            RecipesShowCommand.class,
            RecipesApproveCommand.class,
            RecipesDeclineCommand.class,
            RecipesExportCommand.class
        },
        footer = "  amdahl recipes list --ledger ./amdahl")
public final class RecipesCommand extends CommandGroup {}
