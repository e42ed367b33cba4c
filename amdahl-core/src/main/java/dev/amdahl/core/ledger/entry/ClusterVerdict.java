package dev.amdahl.core.ledger.entry;

import java.util.List;

/**
 * Whether a cluster was accepted or sent back to whoever provides it, after burn-ins of its nodes.
 *
 * @param cluster its name
 * @param provider who provides it; empty if that was not told
 * @param outcome what follows
 * @param nodes how many were asked for
 * @param sick hosts that failed, or gave no verdict
 * @param reasons of what was found, each with its host; none is needed to accept
 * @param untested what was not measured, and why: never a pass
 */
public record ClusterVerdict(
        String cluster,
        String provider,
        Outcome outcome,
        int nodes,
        List<String> sick,
        List<String> reasons,
        List<String> untested) {

    /** What follows. */
    public enum Outcome {
        /** Nothing that was tested failed. */
        ACCEPTED,
        /** Something failed, or could not be examined. */
        SENT_BACK
    }

    /** @throws IllegalArgumentException if it has no name, or is sent back without a reason */
    public ClusterVerdict {
        sick = List.copyOf(sick);
        reasons = List.copyOf(reasons);
        untested = List.copyOf(untested);
        if (cluster.isBlank() || (outcome == Outcome.SENT_BACK && reasons.isEmpty())) {
            throw new IllegalArgumentException("a verdict names its cluster, and why it is sent back");
        }
    }
}
