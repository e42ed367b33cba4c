package dev.amdahl.spi.job;

import java.time.Instant;
import java.util.Optional;

/**
 * Sums over all families of a fleet, and the moments of their wasted shares that shrinkage needs.
 *
 * @param families how many
 * @param runs of all of them
 * @param heldHours accelerator-hours held
 * @param measuredHours the part that somebody measured
 * @param wastedHours the part of those that did nothing useful
 * @param untouchedHours measured hours of runs that were never seen to run anything
 * @param queueHours wall hours in the queue, of the runs of which they are known
 * @param queuedRuns runs of which the time in the queue is known
 * @param measuredFamilies families with at least one measured run
 * @param measuredRuns of all families
 * @param shareSum sum over the measured runs of their wasted shares
 * @param squaredDeviations of the runs' shares from the means of their families
 * @param meanSum sum over the measured families of their mean shares
 * @param meanSquares sum of the squares of those means
 * @param inverseRuns sum over the measured families of 1 / measured runs
 * @param first the first instant that any run names; empty without runs
 * @param last the last instant that any run names; empty without runs
 */
public record FleetTotals(
        long families,
        long runs,
        double heldHours,
        double measuredHours,
        double wastedHours,
        double untouchedHours,
        double queueHours,
        long queuedRuns,
        long measuredFamilies,
        long measuredRuns,
        double shareSum,
        double squaredDeviations,
        double meanSum,
        double meanSquares,
        double inverseRuns,
        Optional<Instant> first,
        Optional<Instant> last) {

    /** Nothing ran. */
    public static final FleetTotals NONE =
            new FleetTotals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Optional.empty(), Optional.empty());

    /** These and another family. */
    public FleetTotals plus(FamilySums family) {
        boolean isMeasured = family.measuredRuns() > 0;
        double mean = family.meanShare();
        return new FleetTotals(
                families + 1,
                runs + family.runs(),
                heldHours + family.heldHours(),
                measuredHours + family.measuredHours(),
                wastedHours + family.wastedHours(),
                untouchedHours + family.untouchedHours(),
                queueHours + family.queueHours(),
                queuedRuns + family.queuedRuns(),
                measuredFamilies + (isMeasured ? 1 : 0),
                measuredRuns + family.measuredRuns(),
                shareSum + family.shareSum(),
                squaredDeviations + family.squaredDeviations(),
                meanSum + mean,
                meanSquares + mean * mean,
                inverseRuns + (isMeasured ? 1.0 / family.measuredRuns() : 0),
                first,
                last);
    }

    /** These over that period. */
    public FleetTotals within(Optional<Instant> from, Optional<Instant> to) {
        return new FleetTotals(
                families,
                runs,
                heldHours,
                measuredHours,
                wastedHours,
                untouchedHours,
                queueHours,
                queuedRuns,
                measuredFamilies,
                measuredRuns,
                shareSum,
                squaredDeviations,
                meanSum,
                meanSquares,
                inverseRuns,
                from,
                to);
    }
}
