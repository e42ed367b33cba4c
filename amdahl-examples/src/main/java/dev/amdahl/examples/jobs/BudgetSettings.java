package dev.amdahl.examples.jobs;

import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.budget.Limits;
import java.util.Optional;

/** Reads the {@code budget:} block of a jobs file; what is not declared has no bound. */
final class BudgetSettings {
    private BudgetSettings() {}

    static Budget read(Optional<Item> block) {
        Budget budget = Budget.UNLIMITED;
        if (block.isEmpty()) {
            return budget;
        }
        Fields fields = block.get()
                .fields(
                        "accelerator_hours",
                        "money",
                        "tokens",
                        "token_money",
                        "review_minutes",
                        "per_day",
                        "experiments_in_flight",
                        "review_minutes_each");
        return new Budget(
                limits(fields),
                fields.optional("per_day")
                        .map(item -> limits(
                                item.fields("accelerator_hours", "money", "tokens", "token_money", "review_minutes")))
                        .orElse(Limits.NONE),
                fields.optional("experiments_in_flight").map(Item::positive).orElse(budget.experimentsInFlight()),
                amount(fields, "review_minutes_each", budget.reviewMinutesEach()));
    }

    /** Returns what models alone may spend: the {@code budget:} block of a models file. */
    static Budget ofModels(Optional<Item> block) {
        if (block.isEmpty()) {
            return Budget.UNLIMITED;
        }
        Fields fields = block.get().fields("tokens", "token_money", "per_day");
        Limits perDay = fields.optional("per_day")
                .map(item -> limits(item.fields("tokens", "token_money")))
                .orElse(Limits.NONE);
        return Budget.UNLIMITED.withTotal(limits(fields)).withPerDay(perDay);
    }

    private static Limits limits(Fields fields) {
        double none = Double.POSITIVE_INFINITY;
        return new Limits(
                amount(fields, "accelerator_hours", none),
                amount(fields, "money", none),
                amount(fields, "tokens", none),
                amount(fields, "token_money", none),
                amount(fields, "review_minutes", none));
    }

    private static double amount(Fields fields, String key, double otherwise) {
        return fields.optional(key).map(Item::amount).orElse(otherwise);
    }
}
