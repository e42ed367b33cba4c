package dev.amdahl.examples.cli.review;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code review}: what waits for a person, and the answers. */
@Command(
        name = "review",
        description = "See what waits for a person, and answer; also while a loop runs.",
        subcommands = {
            ReviewListCommand.class,
            ReviewApproveCommand.class,
            ReviewDeclineCommand.class,
            ReviewKeygenCommand.class
        })
public final class ReviewCommand implements Runnable {
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
        throw new ParameterException(spec.commandLine(), "no subcommand; choose list, approve, decline or keygen");
    }
}
