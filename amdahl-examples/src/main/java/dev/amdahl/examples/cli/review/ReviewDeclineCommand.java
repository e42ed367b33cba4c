package dev.amdahl.examples.cli.review;

import picocli.CommandLine.Command;

/** {@code review decline ID}: a person says no. */
@Command(
        name = "decline",
        description = "Decline a win.",
        footer = "  amdahl review decline 0198c2 --ledger ./amdahl --by ada --reason 'memory'")
final class ReviewDeclineCommand extends ReviewAnswerCommand {
    @Override
    boolean isApproval() {
        return false;
    }
}
