package dev.amdahl.examples.cli.review;

import picocli.CommandLine.Command;

/** {@code recipes approve ID}: dreams may use it. */
@Command(name = "approve", description = "Let dreams use a recipe.")
final class RecipesApproveCommand extends RecipesAnswerCommand {
    @Override
    boolean isApproval() {
        return true;
    }
}
