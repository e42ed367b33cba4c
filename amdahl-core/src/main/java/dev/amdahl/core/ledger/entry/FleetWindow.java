package dev.amdahl.core.ledger.entry;

import dev.amdahl.spi.hypothesis.Fingerprint;
import java.time.Instant;
import java.util.List;

/**
 * The runs of a family that ended within a stretch of time, as its fleet source told: what a promised saving is held against.
 *
 * @param family the recurring workload
 * @param from start of the stretch
 * @param to its end, exclusive
 * @param runs how many ended in it and were measured
 * @param acceleratorSeconds what they held together
 * @param meanLog mean of the natural logarithm of the accelerator-seconds of one run; 0 without runs
 * @param deviationLog standard deviation of that logarithm; 0 with fewer than two runs
 * @param incumbent the changes that were promoted by then, in order; none before the first promotion
 */
public record FleetWindow(
        String family,
        Instant from,
        Instant to,
        int runs,
        double acceleratorSeconds,
        double meanLog,
        double deviationLog,
        List<Fingerprint> incumbent) {
    public FleetWindow {
        incumbent = List.copyOf(incumbent);
    }
}
