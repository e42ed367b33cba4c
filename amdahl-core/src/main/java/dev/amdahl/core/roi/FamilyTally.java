package dev.amdahl.core.roi;

import dev.amdahl.spi.job.FleetJob;
import java.time.Duration;
import java.time.Instant;

/** Sums over the runs of one family. Not thread-safe. */
final class FamilyTally {
    private final String family;
    private int jobs;
    private double hours;
    private double measuredHours;
    private double wastedHours;
    private double queueHours;
    private int measuredRuns;
    private double shareSum;
    private double shareSquares;

    FamilyTally(String family) {
        this.family = family;
    }

    void add(FleetJob job, Instant asOf) {
        jobs++;
        Instant queueEnd = job.started().orElse(asOf);
        queueHours += hours(job.submitted(), queueEnd);
        if (job.started().isEmpty()) {
            return;
        }
        double held = job.accelerators().count()
                * hours(job.started().get(), job.ended().orElse(asOf));
        hours += held;
        job.utilisation().filter(utilisation -> utilisation.unknown() < 1).ifPresent(utilisation -> {
            double measured = 1 - utilisation.unknown();
            double share = utilisation.wasted() / measured;
            measuredHours += held * measured;
            wastedHours += held * utilisation.wasted();
            measuredRuns++;
            shareSum += share;
            shareSquares += share * share;
        });
    }

    private static double hours(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toNanos() / 3.6e12);
    }

    String family() {
        return family;
    }

    int jobs() {
        return jobs;
    }

    double hours() {
        return hours;
    }

    double measuredHours() {
        return measuredHours;
    }

    double wastedHours() {
        return wastedHours;
    }

    double queueHours() {
        return queueHours;
    }

    int measuredRuns() {
        return measuredRuns;
    }

    double meanShare() {
        return shareSum / measuredRuns;
    }

    /** Squared deviations of the runs' shares from their mean. */
    double squaredDeviations() {
        return Math.max(0, shareSquares - measuredRuns * meanShare() * meanShare());
    }
}
