package dev.amdahl.core.internal.roi;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The bounds on verdicts a day, by operational analysis of a closed loop (Denning and Buzen 1978): a verdict needs a slot for some
 * hours, and each experiment needs those and some other hours from its design to its verdict. It is assumed that a hypothesis holds
 * one slot at a time and that neither time changes with the number of slots.
 *
 * @param slots runs at once
 * @param experimentsInFlight experiments at once
 * @param slotHours that a verdict holds a slot, its share of noise and evidence runs included; above 0
 * @param otherHours of an experiment without a slot: builds, pauses, waiting for the next cycle
 * @param budgetPerDay verdicts that a day's budget pays for; empty without one
 * @param measuredPerDay what was reached
 */
public record ThroughputLimits(
        int slots,
        int experimentsInFlight,
        double slotHours,
        double otherHours,
        OptionalDouble budgetPerDay,
        double measuredPerDay) {
    private static final double HOURS_PER_DAY = 24;
    private static final double IDLE = .5;

    public ThroughputLimits {
        if (slots < 1 || experimentsInFlight < 1 || !(slotHours > 0) || !(otherHours >= 0)) {
            throw new IllegalArgumentException("need slots and experiments >= 1, slot hours > 0 and other hours >= 0,"
                    + " were " + slots + ", " + experimentsInFlight + ", " + slotHours + " and " + otherHours);
        }
    }

    /** What bounds verdicts a day. */
    public enum Limit {
        /** All slots are held: more of them, or shorter trials, bring more. */
        SLOTS,
        /** As many experiments as are allowed at once are open. */
        EXPERIMENTS,
        /** The day's accelerator-hours. */
        BUDGET,
        /** None of these: too few hypotheses, or cycles too rare. */
        SUPPLY
    }

    /** The bounds, in verdicts a day. */
    public Map<Limit, Double> ceilings() {
        Map<Limit, Double> ceilings = new EnumMap<>(Limit.class);
        ceilings.put(Limit.SLOTS, new VerificationThroughput(slots, slotHours).verdictsPerDay());
        ceilings.put(Limit.EXPERIMENTS, experimentsInFlight * HOURS_PER_DAY / (slotHours + otherHours));
        budgetPerDay.ifPresent(perDay -> ceilings.put(Limit.BUDGET, perDay));
        return ceilings;
    }

    /** Verdicts a day at most. */
    public double most() {
        return ceilings().values().stream()
                .mapToDouble(Double::doubleValue)
                .min()
                .orElseThrow();
    }

    /** Returns the lowest bound; supply when less than half of it was reached. */
    public Limit limiting() {
        if (measuredPerDay < IDLE * most()) {
            return Limit.SUPPLY;
        }
        return ceilings().entrySet().stream()
                .min(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    /** Returns the least number of slots beyond which another one brings nothing, because something else bounds. */
    public int helpfulSlots() {
        double others = ceilings().entrySet().stream()
                .filter(bound -> bound.getKey() != Limit.SLOTS)
                .mapToDouble(Map.Entry::getValue)
                .min()
                .orElseThrow();
        return (int) Math.max(1, Math.ceil(others * slotHours / HOURS_PER_DAY - 1e-9));
    }
}
