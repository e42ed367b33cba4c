package dev.amdahl.core.testing.simulation;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.refute.work.Dispute;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Once nothing goes wrong any more, everything ends in time, and no cycle is in vain. I19: an experiment ends within the time after which
 * a run counts as lost, one wait and, for each run that it may still need, {@value #LIMITS_EACH} time limits and pauses, and within {@value #CYCLES_EACH}
 * cycles for each of these runs and one for each wait in that time. I20: of two cycles in a row, one commits something or the clock has
 * advanced by a tick. Not thread-safe.
 */
final class Liveness {
    /** Longest wait between two cycles. */
    static final Duration MAX_WAIT = Duration.ofDays(2);

    /** What a host waits at least between two cycles that changed nothing. */
    private static final Duration TICK = Duration.ofSeconds(1);
    /** Experiments wait for each other's runs, where there are fewer slots. */
    private static final int LIMITS_EACH = 8;

    private static final int CYCLES_EACH = 8;

    private final Map<String, Start> starts = new HashMap<>();
    private int cycles;
    private int inVain;

    private record Start(Instant at, int cycle) {}

    /**
     * After a cycle in calm.
     *
     * @param now the clock, or the newest event if that is later
     * @param waited what the clock advanced by since the cycle before
     * @throws BrokenPromise if something has taken too long
     */
    void cycle(CycleReport report, LoopPolicy policy, Instant now, Duration waited) {
        cycles++;
        inVain = report.hasChanged() || waited.compareTo(TICK) >= 0 ? 0 : inVain + 1;
        if (inVain > 1) {
            throw new BrokenPromise("I20 two cycles in a row committed nothing and waited for less than " + TICK);
        }
        for (Dossier dossier : report.view().live()) {
            HypothesisState state = dossier.state();
            if (state.isInExperiment() || state == HypothesisState.SURVIVED) {
                check(dossier, policy, now, starts.computeIfAbsent(dossier.id(), id -> new Start(now, cycles)));
            }
        }
    }

    private void check(Dossier dossier, LoopPolicy policy, Instant now, Start start) {
        int pairs = dossier.experiment()
                .map(experiment -> experiment.plan())
                .map(plan -> plan.firstCap() + plan.confirmationCap())
                .orElse(policy.evidence().firstCap() + policy.evidence().confirmationCap());
        int runs = 1 + pairs + policy.attempts() + Dispute.REPEATS;
        Duration each = policy.timeLimit().plus(policy.confirmationPause()).multipliedBy(LIMITS_EACH);
        Duration most = policy.timeLimit()
                .multipliedBy(4)
                .plus(policy.queueAllowance())
                .plus(each.multipliedBy(runs))
                .plus(MAX_WAIT);
        long mostCycles = (long) CYCLES_EACH * runs + most.dividedBy(MAX_WAIT);
        Duration took = Duration.between(start.at(), now);
        if (took.compareTo(most) > 0 || cycles - start.cycle() > mostCycles) {
            throw new BrokenPromise("I19 " + dossier.id() + " is still " + dossier.state() + " after " + took + " and "
                    + (cycles - start.cycle()) + " calm cycles, where " + most + " and " + mostCycles
                    + " are enough");
        }
    }
}
