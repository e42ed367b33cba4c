package dev.amdahl.core.loop;

import dev.amdahl.core.ledger.Cost;
import dev.amdahl.core.ledger.Totals;
import dev.amdahl.core.roi.Budget;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** What was spent and what is set aside for runs in flight, against the budget. Immutable. */
record Spending(Budget budget, double seconds, double money, double price) {

    static Spending of(Cycle cycle) {
        Totals totals = cycle.view().totals();
        double seconds = totals.spent(Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS)
                + totals.spent(Cost.Kind.EVIDENCE_ACCELERATOR_SECONDS);
        double reserved = cycle.inFlight().stream()
                .mapToDouble(run -> run.plan().reservedSeconds())
                .sum();
        double tokens = totals.spent(Cost.Kind.TOKEN_MONEY);
        double price = cycle.setup().jobs().stream()
                .flatMap(job -> job.price().stream())
                .mapToDouble(Price::perAcceleratorHour)
                .max()
                .orElse(0);
        double all = seconds + reserved;
        return new Spending(cycle.setup().budget(), all, all / 3600 * price + tokens, price);
    }

    /** Why so many more accelerator-seconds may not be spent; empty if they may. */
    Optional<String> refuses(double more) {
        double hours = (seconds + more) / 3600;
        if (hours > budget.acceleratorHours()) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "budget of %.3g accelerator-hours is spent: %.3g used or reserved",
                    budget.acceleratorHours(),
                    seconds / 3600));
        }
        double cost = money + more / 3600 * price;
        if (cost > budget.money()) {
            return Optional.of(String.format(
                    Locale.ROOT, "budget of %.2f in money is spent: %.2f used or reserved", budget.money(), money));
        }
        return Optional.empty();
    }

    /** What one run of so many arms will hold: from the newest measured run of the family, else its time limit. */
    static double estimate(Cycle cycle, JobSpec job, int arms) {
        OptionalDouble measured = cycle.view().recentRuns(job.family()).stream()
                .flatMap(run -> run.result().stream())
                .filter(result -> !result.arms().isEmpty())
                .mapToDouble(
                        result -> result.acceleratorSeconds() / result.arms().size())
                .reduce((earlier, later) -> later);
        double limit = job.accelerators().count()
                * (double) job.timeLimit().orElse(cycle.policy().timeLimit()).toMillis()
                / 1000;
        return arms * (measured.isPresent() ? 2 * measured.getAsDouble() : limit);
    }
}
