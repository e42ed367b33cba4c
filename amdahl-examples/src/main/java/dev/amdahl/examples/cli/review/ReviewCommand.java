package dev.amdahl.examples.cli.review;

import dev.amdahl.examples.cli.common.CommandGroup;
import picocli.CommandLine.Command;

/** {@code review}: what waits for a person, and the answers. */
@Command(
        name = "review",
        description = "See what waits for a person, and answer; also while a loop runs.",
        subcommands = {
            ReviewListCommand.class,
            ReviewApproveCommand.class,
            ReviewDeclineCommand.class,
            ReviewPublishCommand.class,
            ReviewKeygenCommand.class
        },
        footer = "  amdahl review list --ledger ./amdahl")
public final class ReviewCommand extends CommandGroup {}
