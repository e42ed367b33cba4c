package dev.amdahl.core.internal.capacity;

import dev.amdahl.core.internal.roi.Goodput;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The checkpoint interval of least overhead, beside the one in use: sqrt(2 x write x MTBF) (Young 1974), for failures that come
 * independently of each other and of the checkpoints. An expectation, not a measured saving.
 *
 * @param writeSeconds time the job stands still for a checkpoint
 * @param meanSecondsBetweenFailures of the job, on all its accelerators
 * @param isPooled whether that is the fleet's rate of failures per accelerator-hour rather than the job's own
 * @param intervalNow mean seconds between checkpoints; empty if it wrote none
 * @param overheadNow share of the time spent on checkpoints and on work lost; empty with the interval, and where that is longer than
 *     the mean time between failures, since the formula is of first order
 * @param intervalBest seconds
 * @param overheadBest share at that interval
 */
public record CheckpointAdvice(
        double writeSeconds,
        double meanSecondsBetweenFailures,
        boolean isPooled,
        OptionalDouble intervalNow,
        OptionalDouble overheadNow,
        double intervalBest,
        double overheadBest) {
    /** With fewer failures of its own, a job's rate is not known well enough. */
    static final int MIN_FAILURES = 5;

    /**
     * Returns the advice for a job.
     *
     * @param job its account
     * @param pooledHours accelerator-hours between two failures over the whole fleet; empty without failures
     * @return empty without a known write time or rate of failures, and where a checkpoint takes so long that the formula does not hold
     *     (more than half the mean time between failures)
     */
    public static Optional<CheckpointAdvice> of(JobAccount job, OptionalDouble pooledHours) {
        boolean isOwn = job.habit().failures() >= MIN_FAILURES;
        OptionalDouble hours = isOwn
                ? OptionalDouble.of(job.time().allocatedHours() / job.habit().failures())
                : pooledHours;
        if (hours.isEmpty() || job.habit().writeSeconds().isEmpty() || job.accelerators() < 1) {
            return Optional.empty();
        }
        double write = job.habit().writeSeconds().getAsDouble();
        double mean = hours.getAsDouble() * 3600 / job.accelerators();
        if (!(write > 0 && write <= mean / 2)) {
            return Optional.empty();
        }
        double best = Goodput.checkpointInterval(write, mean);
        OptionalDouble now = job.habit().intervalSeconds();
        return Optional.of(new CheckpointAdvice(
                write,
                mean,
                !isOwn,
                now,
                now.isPresent() && now.getAsDouble() > 0 && now.getAsDouble() <= mean
                        ? OptionalDouble.of(Goodput.checkpointOverhead(now.getAsDouble(), write, mean))
                        : OptionalDouble.empty(),
                best,
                Goodput.checkpointOverhead(best, write, mean)));
    }
}
