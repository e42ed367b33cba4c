package dev.amdahl.examples.cli.review;

import picocli.CommandLine.Command;

/** {@code review decline ID}: a person says no. */
@Command(name = "decline", description = "Say no to a win.")
final class ReviewDeclineCommand extends ReviewAnswerCommand {
    @Override
    boolean isApproval() {
        return false;
    }
}
