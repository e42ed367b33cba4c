package dev.amdahl.core.internal.roi;

import java.util.OptionalDouble;

/**
 * What the runs of one family wasted in a period.
 *
 * @param family the recurring workload
 * @param jobs its runs
 * @param acceleratorHours held
 * @param wastedAcceleratorHours raw waste of the measured runs: held hours less useful ones
 * @param wastedShare waste over held hours of the measured runs; empty when none was measured
 * @param queueHours wall hours in the queue, of the runs of which they are known, when no accelerators were held; empty when of none
 * @param queuedJobs runs of which the time in the queue is known
 * @param unknownShare share of the held hours whose utilisation nobody measured
 * @param cost price of the raw waste; empty when no price is known
 * @param shrunkWastedHours waste of all held hours, the share shrunk to the fleet's where runs are few
 * @param ownWeight how much of that share is the family's own, 0 to 1; the rest is the fleet's
 * @param untouchedJobs runs that held accelerators on which nothing was ever seen to run
 * @param untouchedHours measured accelerator-hours of those runs, part of the raw waste
 */
public record FamilyWaste(
        String family,
        long jobs,
        double acceleratorHours,
        double wastedAcceleratorHours,
        OptionalDouble wastedShare,
        OptionalDouble queueHours,
        long queuedJobs,
        double unknownShare,
        OptionalDouble cost,
        double shrunkWastedHours,
        double ownWeight,
        long untouchedJobs,
        double untouchedHours) {}
