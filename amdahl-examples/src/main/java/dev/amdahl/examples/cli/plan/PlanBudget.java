package dev.amdahl.examples.cli.plan;

import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.budget.Limits;
import dev.amdahl.core.loop.LoopPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * One bound of a budget that a plan takes from.
 *
 * @param isPerDay whether it is one of each day, else one of the life of the ledger
 * @param unit what is bounded
 * @param limit the bound
 * @param used spent or set aside before
 * @param expected what the plan takes more, as expected
 * @param most what it takes more at most
 */
record PlanBudget(boolean isPerDay, String unit, double limit, double used, double expected, double most) {

    /** Returns those that are bounded. */
    static List<PlanBudget> of(LoopPlan plan) {
        Balance balance = plan.balance();
        List<PlanBudget> bounds = new ArrayList<>();
        add(bounds, false, balance.budget().total(), balance.total(), plan);
        add(bounds, true, balance.budget().perDay(), balance.today(), plan);
        return List.copyOf(bounds);
    }

    private static void add(
            List<PlanBudget> bounds, boolean isPerDay, Limits limits, Balance.Account account, LoopPlan plan) {
        List<Limits.Use> now = limits.uses(account.used());
        List<Limits.Use> expected = limits.uses(plan.expected());
        List<Limits.Use> most = limits.uses(plan.most());
        for (int i = 0; i < now.size(); i++) {
            if (Double.isFinite(now.get(i).limit()) && most.get(i).used() > 0) {
                bounds.add(new PlanBudget(
                        isPerDay,
                        now.get(i).unit(),
                        now.get(i).limit(),
                        now.get(i).used(),
                        expected.get(i).used(),
                        most.get(i).used()));
            }
        }
    }

    /** Returns whether that much more is too much. */
    boolean isExceededBy(double more) {
        return used + more > limit;
    }
}
