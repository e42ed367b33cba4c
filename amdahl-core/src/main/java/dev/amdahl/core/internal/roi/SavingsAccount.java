package dev.amdahl.core.internal.roi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Identified, verified and promoted savings, all of them projected, kept strictly apart. Within a family the changes of a stage multiply; verified and
 * identified ones apply to what the stage before left over. Immutable.
 */
public final class SavingsAccount {
    private final List<Saving> savings;

    private SavingsAccount(List<Saving> savings) {
        this.savings = savings;
    }

    /** Returns the account of these savings. */
    public static SavingsAccount of(List<Saving> savings) {
        return new SavingsAccount(List.copyOf(savings));
    }

    /**
     * The total of a stage, per week.
     *
     * @param changes how many savings it holds
     * @param expectedHours accelerator-hours by the point estimates
     * @param lowHours by the lower bounds: what may be claimed
     * @param highHours by the upper bounds
     * @param expectedMoney price of the expected hours
     * @param lowMoney price of the lower bound
     */
    public record Total(
            int changes,
            double expectedHours,
            double lowHours,
            double highHours,
            double expectedMoney,
            double lowMoney) {}

    /** Returns the total of a stage; no other stage is in it. */
    public Total total(Saving.Stage stage) {
        List<Saving> own =
                savings.stream().filter(saving -> saving.stage() == stage).toList();
        Total total = new Total(0, 0, 0, 0, 0, 0);
        for (List<Saving> family : byFamily(own).values()) {
            double price = family.get(0).pricePerHour();
            double expected = hours(family, stage, Saving::fraction);
            double low = hours(family, stage, Saving::low);
            total = new Total(
                    total.changes() + family.size(),
                    total.expectedHours() + expected,
                    total.lowHours() + low,
                    total.highHours() + hours(family, stage, Saving::high),
                    total.expectedMoney() + price * expected,
                    total.lowMoney() + price * low);
        }
        return total;
    }

    private double hours(List<Saving> family, Saving.Stage stage, ToDoubleFunction<Saving> fraction) {
        Saving first = family.get(0);
        double left = first.baselineHoursPerWeek();
        for (Saving other : savings) {
            if (other.family().equals(first.family()) && other.stage().compareTo(stage) > 0) {
                left *= 1 - other.fraction();
            }
        }
        return left
                * SavedFraction.stacked(family.stream().mapToDouble(fraction).toArray());
    }

    private static Map<String, List<Saving>> byFamily(List<Saving> savings) {
        Map<String, List<Saving>> families = new TreeMap<>();
        savings.forEach(saving -> families.computeIfAbsent(saving.family(), name -> new ArrayList<>())
                .add(saving));
        return families;
    }
}
