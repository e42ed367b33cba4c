package dev.amdahl.core.internal.simulation;

import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.online.OnlineStream;
import java.util.ArrayDeque;
import java.util.Deque;

/** The stream of experiments of one ledger, several of them open at a time; gives each its bar. Not thread-safe. */
final class HypothesisStream {
    private static final int OPEN_AT_ONCE = 8;

    private final EvidencePolicy policy;
    private final OnlineStream stream;
    private final Deque<Double> open = new ArrayDeque<>();

    HypothesisStream(EvidencePolicy policy) {
        this.policy = policy;
        this.stream = policy.onlineFdr().start();
    }

    /** Submits the next experiment and gives its bar; the oldest is decided first where {@value #OPEN_AT_ONCE} are open. */
    double submit() {
        if (open.size() == OPEN_AT_ONCE) {
            stream.decide(stream.submitted() - OPEN_AT_ONCE, open.removeFirst());
        }
        return policy.bar(stream.submit());
    }

    /** What the experiment just submitted will turn out to be. */
    void outcome(double p) {
        open.addLast(p);
    }
}
