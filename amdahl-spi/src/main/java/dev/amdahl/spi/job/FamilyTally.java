package dev.amdahl.spi.job;

import java.time.Duration;
import java.time.Instant;

/** Adds up the runs of one family. Not thread-safe. */
public final class FamilyTally {
    private static final double ALL = 1 - 1e-9;

    private final String family;
    private long runs;
    private double heldHours;
    private double measuredHours;
    private double wastedHours;
    private long untouchedRuns;
    private double untouchedHours;
    private double queueHours;
    private long queuedRuns;
    private long measuredRuns;
    private double shareSum;
    private double shareSquares;

    /** Sums of 0. */
    public FamilyTally(String family) {
        this.family = family;
    }

    /** Adds a run; one that has not started queues, and one that has not ended holds, until {@code asOf}. */
    public void add(FleetJob job, Instant asOf) {
        Instant queueEnd = job.started().or(job::ended).orElse(asOf);
        double queued = job.submitted().map(from -> hours(from, queueEnd)).orElse(Double.NaN);
        if (job.started().isEmpty()) {
            add(queued, 0, 0, 0, 1);
            return;
        }
        double held =
                job.heldAccelerators() * hours(job.started().get(), job.ended().orElse(asOf));
        if (job.utilisation().isEmpty()) {
            add(queued, held, 0, 0, 1);
        } else {
            Utilization seen = job.utilisation().get();
            add(queued, held, seen.wasted(), seen.idle(), seen.unknown());
        }
    }

    /**
     * Adds a run by its figures.
     *
     * @param queued wall hours in the queue, NaN where nobody measured them
     * @param held accelerator-hours
     * @param wasted share of the held hours that was seen to do nothing useful
     * @param idle share with nothing running
     * @param unknown share that nobody measured, 1 when nothing was
     */
    public void add(double queued, double held, double wasted, double idle, double unknown) {
        runs++;
        if (!Double.isNaN(queued)) {
            queueHours += queued;
            queuedRuns++;
        }
        heldHours += held;
        double measured = 1 - unknown;
        if (measured <= 0) {
            return;
        }
        double share = wasted / measured;
        measuredHours += held * measured;
        wastedHours += held * wasted;
        measuredRuns++;
        shareSum += share;
        shareSquares += share * share;
        if (idle >= measured * ALL) {
            untouchedRuns++;
            untouchedHours += held * idle;
        }
    }

    /** Adds sums of other runs of the family. */
    public void add(FamilySums other) {
        runs += other.runs();
        heldHours += other.heldHours();
        measuredHours += other.measuredHours();
        wastedHours += other.wastedHours();
        untouchedRuns += other.untouchedRuns();
        untouchedHours += other.untouchedHours();
        queueHours += other.queueHours();
        queuedRuns += other.queuedRuns();
        measuredRuns += other.measuredRuns();
        shareSum += other.shareSum();
        shareSquares += other.shareSquares();
    }

    /** Returns what was added so far. */
    public FamilySums sums() {
        return new FamilySums(
                family,
                runs,
                heldHours,
                measuredHours,
                wastedHours,
                untouchedRuns,
                untouchedHours,
                queueHours,
                queuedRuns,
                measuredRuns,
                shareSum,
                shareSquares);
    }

    private static double hours(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toNanos() / 3.6e12);
    }
}
