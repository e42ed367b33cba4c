package dev.amdahl.spi.job;

import java.util.Comparator;
import java.util.List;

/**
 * The sums over the runs of a period.
 *
 * @param families those with the most waste, {@link #ORDER}
 * @param totals over all families, also those that are not listed
 * @param rejected rows that could not be used and are not in the sums
 * @param rejects some of them: where, and why
 * @param notes what the reader of the figures should know, such as what the source does not measure
 */
public record FleetSums(
        List<FamilySums> families, FleetTotals totals, long rejected, List<String> rejects, List<String> notes) {
    private static final double GRAIN = 1e6;

    /** Most waste first, then most hours held, each to a millionth of an hour, then by name, so that ties are stable. */
    public static final Comparator<FamilySums> ORDER = Comparator.<FamilySums>comparingDouble(
                    family -> -rounded(family.wastedHours()))
            .thenComparingDouble(family -> -rounded(family.heldHours()))
            .thenComparing(FamilySums::family);

    public FleetSums {
        families = List.copyOf(families);
        rejects = List.copyOf(rejects);
        notes = List.copyOf(notes);
    }

    private static double rounded(double hours) {
        return Math.floor(hours * GRAIN + .5);
    }
}
