package dev.amdahl.examples.cli.review;

import picocli.CommandLine.Command;

/** {@code recipes approve ID}: dreams may use it. */
@Command(
        name = "approve",
        description = "Let dreams use a recipe.",
        footer = "  amdahl recipes approve 7f3a --ledger ./amdahl --by ada --reason 'seen on three'")
final class RecipesApproveCommand extends RecipesAnswerCommand {
    @Override
    boolean isApproval() {
        return true;
    }
}
