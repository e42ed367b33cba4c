package dev.amdahl.core.loop;

import java.time.Duration;
import java.util.Optional;

/**
 * The summary of a cycle.
 *
 * @param cycleId as in {@link LoopListener#cycleStarted}
 * @param elapsed by the loop's clock, at least zero
 * @param commits ledger transactions that it made
 * @param runsInFlight submissions that have not been collected
 * @param openExperiments hypotheses that are being built, tested or confirmed
 * @param failure what ended it early
 */
public record CycleSummary(
        String cycleId,
        Duration elapsed,
        int commits,
        int runsInFlight,
        int openExperiments,
        Optional<Throwable> failure) {}
