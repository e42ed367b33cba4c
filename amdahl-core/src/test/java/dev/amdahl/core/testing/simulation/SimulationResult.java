package dev.amdahl.core.testing.simulation;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How one seed went.
 *
 * @param seed what it was drawn from
 * @param steps cycles that were begun
 * @param hash over every event of the ledger and every run at the scheduler; the same seed gives the same
 * @param violation what must not happen and did; empty if all was well
 * @param faults what went wrong, and how often
 * @param points the fail points that were passed
 * @param verdicts hypotheses that have ended
 * @param events length of the ledger
 * @param ends how the hypotheses stood at the end; empty after a violation
 */
record SimulationResult(
        long seed,
        int steps,
        String hash,
        Optional<String> violation,
        Map<Fault, Integer> faults,
        Set<FailPoint> points,
        long verdicts,
        long events,
        Map<Fingerprint, HypothesisState> ends) {

    /** The same with a violation that another look found. */
    SimulationResult or(Optional<String> found) {
        return new SimulationResult(
                seed, steps, hash, violation.or(() -> found), faults, points, verdicts, events, ends);
    }

    /** One line that says how to see it again. */
    Optional<String> line() {
        return violation.map(what -> "seed=" + seed + " step=" + steps + " " + what);
    }
}
