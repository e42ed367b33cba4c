package dev.amdahl.core.internal.timeline.operators;

import java.util.Locale;

/** What the links of a group carry of a collective, each in one direction, if the algorithm is the best: nccl-tests, doc/PERFORMANCE.md. */
public final class BusFactor {
    private BusFactor() {}

    /**
     * Returns the bytes on a bus for each byte of the collective's size, the larger of what goes in and comes out; 0 where that has no
     * meaning.
     */
    public static double of(String collective, int ranks) {
        String kind = collective.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        double others = (ranks - 1.0) / ranks;
        if (kind.contains("allreduce")) {
            return 2 * others;
        }
        if (kind.contains("gather") || kind.contains("scatter") || kind.contains("alltoall")) {
            return others;
        }
        boolean passesOn =
                kind.contains("broadcast") || kind.contains("reduce") || kind.contains("send") || kind.contains("recv");
        return passesOn && ranks > 1 ? 1 : 0;
    }
}
