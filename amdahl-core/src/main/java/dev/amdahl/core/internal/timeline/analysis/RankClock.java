package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.core.internal.timeline.analysis.RankCollectives.Part;
import java.util.Arrays;
import java.util.List;

/**
 * How far the clock of a rank is ahead of another's, from collectives, which end together. Of the differences between ends of
 * collectives of one name that lie near each other in their order, the true offset is the one that most agree on; the window in
 * which they agree grows until at least half of the collectives do. Where two windows hold equally many, the smaller offset wins.
 *
 * @param offsetNanos what to subtract from the rank's times
 * @param windowNanos ends that lie this close after that belong together
 * @param agreeing differences in the window; 0 if nothing could be compared
 */
record RankClock(long offsetNanos, long windowNanos, int agreeing) {
    static final RankClock REFERENCE = new RankClock(0, 0, 0);

    private static final long NARROWEST = 20_000;
    private static final long WIDEST = 2_000_000;
    private static final int NEIGHBOURS = 32;

    static RankClock of(RankCollectives reference, RankCollectives rank) {
        long[] differences = differences(reference, rank);
        int wanted = (Math.min(reference.size(), rank.size()) + 1) / 2;
        RankClock best = new RankClock(0, NARROWEST, 0);
        for (long window = NARROWEST; window <= WIDEST; window *= 4) {
            best = best(differences, window);
            if (best.agreeing >= wanted) {
                return best;
            }
        }
        return best;
    }

    private static long[] differences(RankCollectives reference, RankCollectives rank) {
        long[] differences = new long[64];
        int size = 0;
        for (String name : reference.names()) {
            List<Part> ours = reference.parts(name);
            List<Part> theirs = rank.parts(name);
            for (int i = 0; i < ours.size(); i++) {
                int last = Math.min(theirs.size(), i + NEIGHBOURS + 1);
                for (int j = Math.max(0, i - NEIGHBOURS); j < last; j++) {
                    differences = size < differences.length ? differences : Arrays.copyOf(differences, 2 * size);
                    differences[size++] = theirs.get(j).end() - ours.get(i).end();
                }
            }
        }
        long[] sorted = Arrays.copyOf(differences, size);
        Arrays.sort(sorted);
        return sorted;
    }

    private static RankClock best(long[] differences, long window) {
        RankClock best = new RankClock(0, window, 0);
        int first = 0;
        for (int last = 0; last < differences.length; last++) {
            while (differences[last] - differences[first] > window) {
                first++;
            }
            int agreeing = last - first + 1;
            long middle = differences[first + agreeing / 2];
            boolean isNearer = agreeing == best.agreeing && Math.abs(middle) < Math.abs(best.offsetNanos);
            if (agreeing > best.agreeing || isNearer) {
                best = new RankClock(middle, window, agreeing);
            }
        }
        return best;
    }

    /** For each collective of the reference the index of the one of the rank that ended with it, -1 if none. Both in the order of ends. */
    int[] matches(List<Part> reference, List<Part> rank) {
        int[] matches = new int[reference.size()];
        int next = 0;
        for (int i = 0; i < matches.length; i++) {
            long wanted = reference.get(i).end() + offsetNanos;
            while (next < rank.size() && rank.get(next).end() < wanted - windowNanos) {
                next++;
            }
            while (next + 1 < rank.size()
                    && isNearer(rank.get(next + 1).end(), rank.get(next).end(), wanted)) {
                next++;
            }
            boolean isMatch = agreeing > 0
                    && next < rank.size()
                    && Math.abs(rank.get(next).end() - wanted) <= windowNanos;
            matches[i] = isMatch ? next++ : -1;
        }
        return matches;
    }

    private static boolean isNearer(long candidate, long than, long wanted) {
        return Math.abs(candidate - wanted) < Math.abs(than - wanted);
    }
}
