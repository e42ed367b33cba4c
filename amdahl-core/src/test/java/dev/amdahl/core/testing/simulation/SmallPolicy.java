package dev.amdahl.core.testing.simulation;

import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.loop.MemoryPolicy;
import dev.amdahl.core.loop.ScopePolicy;
import dev.amdahl.core.stats.design.EvidencePolicy;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** A policy under which planted effects, which are large, are told apart with a handful of trials. */
final class SmallPolicy {
    private static final EvidencePolicy EVIDENCE = EvidencePolicy.DEFAULT.toBuilder()
            .caps(3, 4)
            .minimumConfirmation(3)
            .bars(3, 3, 1.5)
            .confidence(.7)
            .alphaFloor(.05)
            .build();

    /** Nothing runs in the fleet, so that a look at it every day would only keep the loop busy. */
    private static final MemoryPolicy MEMORY = new MemoryPolicy(
            MemoryPolicy.DEFAULT.waiting(),
            MemoryPolicy.DEFAULT.stalled(),
            MemoryPolicy.DEFAULT.confirmation(),
            MemoryPolicy.DEFAULT.recheck(),
            MemoryPolicy.DEFAULT.decayError(),
            MemoryPolicy.DEFAULT.keptShare(),
            Duration.ofDays(3650));

    private SmallPolicy() {}

    static LoopPolicy of(Promises promises, Duration queueAllowance) {
        return LoopPolicy.DEFAULT.toBuilder()
                .evidence(EVIDENCE)
                .noise(.05, 1)
                .evidenceRuns(0, Duration.ofDays(14))
                .confirmationPause(Duration.ofHours(1))
                .limits(Duration.ofHours(1), queueAllowance)
                .errorControlledOnline(false)
                .lostSubmissionAccepted(promises.isNothing())
                .memory(MEMORY)
                .scope(new ScopePolicy(Map.of(), Set.of(), Set.of(), 0))
                .build();
    }
}
