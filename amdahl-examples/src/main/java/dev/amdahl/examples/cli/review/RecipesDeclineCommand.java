package dev.amdahl.examples.cli.review;

import picocli.CommandLine.Command;

/** {@code recipes decline ID}: dreams may not use it, or no more. */
@Command(
        name = "decline",
        description = "Keep a recipe from being used.",
        footer = "  amdahl recipes decline 7f3a --ledger ./amdahl --by ada --reason 'one job'")
final class RecipesDeclineCommand extends RecipesAnswerCommand {
    @Override
    boolean isApproval() {
        return false;
    }
}
