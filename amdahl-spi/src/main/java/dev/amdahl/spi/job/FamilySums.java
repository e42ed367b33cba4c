package dev.amdahl.spi.job;

/**
 * Sums over runs of one family, which is all that a ranking by waste needs.
 *
 * @param family the recurring workload
 * @param runs how many, pending ones too
 * @param heldHours accelerator-hours from allocation to release
 * @param measuredHours the part of them that somebody measured
 * @param wastedHours the part of those that did nothing useful
 * @param untouchedRuns runs whose accelerators were never seen to run anything
 * @param untouchedHours measured accelerator-hours of those runs
 * @param queueHours wall hours in the queue, of the runs of which they are known; no accelerators were held
 * @param queuedRuns runs of which the time in the queue is known
 * @param measuredRuns runs of which at least a part was measured
 * @param shareSum sum over the measured runs of waste / measured hours
 * @param shareSquares sum of the squares of those shares
 */
public record FamilySums(
        String family,
        long runs,
        double heldHours,
        double measuredHours,
        double wastedHours,
        long untouchedRuns,
        double untouchedHours,
        double queueHours,
        long queuedRuns,
        long measuredRuns,
        double shareSum,
        double shareSquares) {

    /** Mean over the measured runs of the share they wasted; 0 when none was measured. */
    public double meanShare() {
        return measuredRuns == 0 ? 0 : shareSum / measuredRuns;
    }

    /** Squared deviations of the runs' shares from their mean. */
    public double squaredDeviations() {
        return measuredRuns == 0 ? 0 : Math.max(0, shareSquares - shareSum * shareSum / measuredRuns);
    }
}
