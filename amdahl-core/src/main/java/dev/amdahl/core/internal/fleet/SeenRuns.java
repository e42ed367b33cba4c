package dev.amdahl.core.internal.fleet;

import com.google.common.hash.Hashing;
import dev.amdahl.spi.job.FleetJob;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Remembers of each run of several sources its name, its cluster, its times and whether it was measured, in 20 bytes, so that a run that a
 * second source tells again is known. Up to 14 million runs. Not thread-safe.
 */
final class SeenRuns {
    /** What a run that was seen before under the same name by another source is to this one. */
    enum Match {
        /** There is none. */
        NONE,
        /** The same name at another time: another run. */
        OTHER_TIME,
        /** The same run, to the second, and neither or both were measured. */
        TWICE,
        /** The same run, and this source alone measured it. */
        MEASURED_HERE,
        /** The same run, and the other source alone measured it. */
        MEASURED_THERE
    }

    /**
     * How two sources told one name.
     *
     * @param earlier the source that told it first
     */
    record Pair(int earlier, int later, Match match) {}

    private static final int MIN = 1 << 10;
    private static final int MAX = 1 << 24;
    private static final double FULL = .85;
    private static final int MAX_CLUSTERS = Short.MAX_VALUE;
    /** Sources that sample know start and end to a window. */
    private static final long SAMPLED_SECONDS = 600;

    private static final int RUNNING = Integer.MIN_VALUE;

    private long[] hashes = new long[MIN];
    private int[] starts = new int[MIN];
    private int[] ends = new int[MIN];
    private short[] marks = new short[MIN];
    private short[] clusters = new short[MIN];
    private final Map<String, Short> clusterNumbers = new HashMap<>(Map.of("", (short) 0));
    private int size;

    /** Returns whether no more can be remembered. */
    boolean isFull() {
        return size >= FULL * MAX;
    }

    /** Returns what the run is to one that an earlier source told under the same name; remembers it. */
    Pair add(FleetJob job, String name, int part) {
        long hashed = Hashing.farmHashFingerprint64()
                .hashString(name, StandardCharsets.UTF_8)
                .asLong();
        long hash = hashed == 0 ? 1 : hashed;
        int start = seconds(job.started().orElse(job.since()));
        int end = job.ended().map(SeenRuns::seconds).orElse(RUNNING);
        boolean isMeasured = job.utilisation().isPresent();
        short cluster = clusterNumbers.computeIfAbsent(job.labels().getOrDefault(ToldRun.CLUSTER, ""), key ->
                (short) Math.min(MAX_CLUSTERS, clusterNumbers.size()));
        Pair best = new Pair(part, part, Match.NONE);
        int slot = slot(hash);
        while (hashes[slot] != 0) {
            if (hashes[slot] == hash && marks[slot] >> 1 != part && mayBeOne(clusters[slot], cluster)) {
                Match match = match(slot, start, end, isMeasured);
                best = match.compareTo(best.match()) > 0 ? new Pair(marks[slot] >> 1, part, match) : best;
            }
            slot = slot + 1 & hashes.length - 1;
        }
        if (!isFull()) {
            put(slot, hash, start, end, (short) (part << 1 | (isMeasured ? 1 : 0)), cluster);
        }
        return best;
    }

    private static boolean mayBeOne(short one, short other) {
        return one == 0 || other == 0 || one == other;
    }

    private Match match(int slot, int start, int end, boolean isMeasured) {
        boolean wasMeasured = (marks[slot] & 1) == 1;
        long apart = Math.abs((long) starts[slot] - start);
        boolean isRunning = ends[slot] == RUNNING || end == RUNNING;
        long endsApart = isRunning ? ends[slot] == end ? 0 : SAMPLED_SECONDS : Math.abs((long) ends[slot] - end);
        if (wasMeasured == isMeasured) {
            return apart <= 1 && (isRunning || endsApart <= 1) ? Match.TWICE : Match.OTHER_TIME;
        }
        if (apart > SAMPLED_SECONDS || endsApart > SAMPLED_SECONDS) {
            return Match.OTHER_TIME;
        }
        return isMeasured ? Match.MEASURED_HERE : Match.MEASURED_THERE;
    }

    private int slot(long hash) {
        return (int) (hash ^ hash >>> 32) & hashes.length - 1;
    }

    private void put(int slot, long hash, int start, int end, short mark, short cluster) {
        hashes[slot] = hash;
        starts[slot] = start;
        ends[slot] = end;
        marks[slot] = mark;
        clusters[slot] = cluster;
        size++;
        if (size > FULL * hashes.length) {
            grow();
        }
    }

    private void grow() {
        long[] oldHashes = hashes;
        int[] oldStarts = starts;
        int[] oldEnds = ends;
        short[] oldMarks = marks;
        short[] oldClusters = clusters;
        hashes = new long[2 * oldHashes.length];
        starts = new int[hashes.length];
        ends = new int[hashes.length];
        marks = new short[hashes.length];
        clusters = new short[hashes.length];
        size = 0;
        for (int i = 0; i < oldHashes.length; i++) {
            if (oldHashes[i] != 0) {
                int slot = slot(oldHashes[i]);
                while (hashes[slot] != 0) {
                    slot = slot + 1 & hashes.length - 1;
                }
                put(slot, oldHashes[i], oldStarts[i], oldEnds[i], oldMarks[i], oldClusters[i]);
            }
        }
    }

    private static int seconds(Instant at) {
        return (int) Math.max(RUNNING + 1L, Math.min(Integer.MAX_VALUE, at.getEpochSecond()));
    }
}
