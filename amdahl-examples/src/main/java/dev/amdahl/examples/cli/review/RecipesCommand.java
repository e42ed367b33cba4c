package dev.amdahl.examples.cli.review;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code recipes}: what promoted wins teach, and whether it may be used. */
@Command(
        name = "recipes",
        description = "See what promoted wins teach, and say whether dreams may use it; also while a loop runs.",
        subcommands = {
            RecipesListCommand.class,
            RecipesShowCommand.class,
            RecipesApproveCommand.class,
            RecipesDeclineCommand.class
        })
public final class RecipesCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this text.")
    @SuppressWarnings("UnusedVariable")
    private boolean help;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no subcommand; choose list, show, approve or decline");
    }
}
