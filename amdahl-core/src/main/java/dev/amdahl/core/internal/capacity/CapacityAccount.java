package dev.amdahl.core.internal.capacity;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What the fleet could run more if one kind of loss were gone: a ceiling, and one row at a time, since what is removed twice is removed
 * once. Accelerator-hours and queue hours are two views: nobody pays for the queue, so it is never money.
 *
 * @param allocatedHours accelerator-hours that were allocated
 * @param rows largest first
 * @param undiagnosedHours accelerator-hours of families that have no diagnosis
 */
public record CapacityAccount(double allocatedHours, List<Row> rows, double undiagnosedHours) {
    private static final OptionalDouble NO_QUEUE = OptionalDouble.of(0);

    /**
     * One kind of loss.
     *
     * @param loss a part of the goodput account, such as that of lost work, or a class of the diagnoses
     * @param acceleratorHours what it took
     * @param queueHours wall hours in the queue, 0 but for {@link Bottleneck#QUEUE_WAIT}; empty where nobody measured them
     */
    public record Row(String loss, double acceleratorHours, OptionalDouble queueHours) {

        /** Returns how much more of the same work would fit, as a factor of at least 1. */
        public double factor(double allocatedHours) {
            return allocatedHours > acceleratorHours ? allocatedHours / (allocatedHours - acceleratorHours) : 1;
        }
    }

    public CapacityAccount {
        rows = List.copyOf(rows);
    }

    /**
     * Returns the account.
     *
     * @param fleet what ran
     * @param diagnoses by family, where one is known; its shares are taken to hold for all runs of the family
     */
    public static CapacityAccount of(FleetAccount fleet, Map<String, Diagnosis> diagnoses) {
        List<Row> rows = new ArrayList<>();
        for (TimeBucket part : List.of(TimeBucket.LOST, TimeBucket.OVERHEAD, TimeBucket.RESTART, TimeBucket.IDLE)) {
            rows.add(new Row(part.label(), fleet.time().hours(part), NO_QUEUE));
        }
        for (Bottleneck bottleneck : Bottleneck.values()) {
            boolean isLoss =
                    bottleneck.kind() == Bottleneck.Kind.ACCOUNT || bottleneck.kind() == Bottleneck.Kind.RELABEL;
            if (isLoss && bottleneck != Bottleneck.QUEUE_WAIT) {
                rows.add(new Row(bottleneck.name(), hours(fleet, diagnoses, bottleneck), NO_QUEUE));
            }
        }
        rows.removeIf(row -> !(row.acceleratorHours() > 0));
        rows.sort(
                Comparator.comparingDouble((Row row) -> -row.acceleratorHours()).thenComparing(Row::loss));
        OptionalDouble queue = fleet.families().stream()
                .flatMapToDouble(family -> family.knownQueueHours().stream())
                .reduce(Double::sum);
        rows.add(new Row(Bottleneck.QUEUE_WAIT.name(), 0, queue));
        double undiagnosed = fleet.families().stream()
                .filter(family -> !diagnoses.containsKey(family.family()))
                .mapToDouble(family -> family.time().allocatedHours())
                .sum();
        return new CapacityAccount(fleet.time().allocatedHours(), rows, undiagnosed);
    }

    /** Hours that the account of a class holds; a class without counters has none of its own and is left out. */
    private static double hours(FleetAccount fleet, Map<String, Diagnosis> diagnoses, Bottleneck bottleneck) {
        double hours = 0;
        for (FleetAccount.FamilyAccount family : fleet.families()) {
            Optional<Diagnosis> diagnosis = Optional.ofNullable(diagnoses.get(family.family()))
                    .filter(known -> known.accounts().stream().anyMatch(account -> account.bottleneck() == bottleneck));
            if (diagnosis.isPresent()) {
                hours += family.time().allocatedHours()
                        * diagnosis.get().acceleratorShare(Set.of(bottleneck)).orElse(0);
            }
        }
        return hours;
    }
}
