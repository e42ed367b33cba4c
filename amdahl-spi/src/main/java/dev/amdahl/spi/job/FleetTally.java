package dev.amdahl.spi.job;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Adds up a fleet by family in bounded memory, exactly: at most {@link #MAX_FAMILIES} families are held at a time; where there are
 * more, those whose names hash elsewhere are left to further passes over the same runs. Not thread-safe.
 */
public final class FleetTally {
    /** Families held at a time. */
    public static final int MAX_FAMILIES = 1 << 17;

    private static final int EXAMPLES = 5;

    private final int most;
    private final boolean isFirst;
    private final Map<String, FamilyTally> families = new HashMap<>();
    private int bits;
    private final int residue;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private long rejected;
    private final List<String> rejects = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private FleetTally(int most, boolean isFirst, Share share) {
        this.most = most;
        this.isFirst = isFirst;
        bits = share.bits();
        residue = share.residue();
    }

    /** The families whose hashes end in these bits. */
    private record Share(int bits, int residue) {}

    /**
     * Adds up whatever each pass is given.
     *
     * @param top families to list
     * @param pass gives all runs to the tally; called again, with another tally, when there are too many families for one
     */
    public static FleetSums sum(int top, Consumer<FleetTally> pass) {
        return sum(top, MAX_FAMILIES, pass);
    }

    static FleetSums sum(int top, int most, Consumer<FleetTally> pass) {
        Deque<Share> open = new ArrayDeque<>(List.of(new Share(0, 0)));
        PriorityQueue<FamilySums> largest = new PriorityQueue<>(FleetSums.ORDER.reversed());
        FleetTotals totals = FleetTotals.NONE;
        @Nullable FleetTally head = null;
        while (!open.isEmpty()) {
            Share share = open.pop();
            FleetTally tally = new FleetTally(most, head == null, share);
            pass.accept(tally);
            for (int bit = share.bits(); bit < tally.bits; bit++) {
                open.push(new Share(bit + 1, share.residue() | 1 << bit));
            }
            head = head == null ? tally : head;
            List<FamilySums> all = new ArrayList<>();
            tally.families.values().forEach(family -> all.add(family.sums()));
            all.sort(Comparator.comparing(FamilySums::family));
            for (FamilySums sums : all) {
                totals = totals.plus(sums);
                largest.add(sums);
                if (largest.size() > top) {
                    largest.poll();
                }
            }
        }
        List<FamilySums> listed = new ArrayList<>(largest);
        listed.sort(FleetSums.ORDER);
        FleetTally seen = head == null ? new FleetTally(most, true, new Share(0, 0)) : head;
        return new FleetSums(
                listed,
                totals.within(instant(seen.first, Long.MAX_VALUE), instant(seen.last, Long.MIN_VALUE)),
                seen.rejected,
                seen.rejects,
                seen.notes);
    }

    /** The sums of a family, or null if another pass adds them up. */
    public @Nullable FamilyTally family(String name) {
        FamilyTally known = families.get(name);
        if (known != null || !isMine(name)) {
            return known;
        }
        while (families.size() >= most) {
            bits++;
            families.keySet().removeIf(other -> !isMine(other));
            if (!isMine(name)) {
                return null;
            }
        }
        FamilyTally made = new FamilyTally(name);
        families.put(name, made);
        return made;
    }

    /** Adds a run. */
    public void add(FleetJob job, Instant asOf) {
        FamilyTally family = family(job.family());
        if (family != null) {
            family.add(job, asOf);
        }
        covers(job.since().toEpochMilli());
        job.started().ifPresent(at -> covers(at.toEpochMilli()));
        job.ended().ifPresent(at -> covers(at.toEpochMilli()));
    }

    /** This tally as a listener, for which runs that have not ended count until then. */
    public FleetListener until(Instant asOf) {
        return new FleetListener() {
            @Override
            public void run(FleetJob job) {
                add(job, asOf);
            }

            @Override
            public void note(String line) {
                FleetTally.this.note(line);
            }

            @Override
            public void reject(String why) {
                FleetTally.this.reject(why);
            }
        };
    }

    /** Says that a run names that instant, in milliseconds since 1970. */
    public void covers(long epochMillis) {
        first = Math.min(first, epochMillis);
        last = Math.max(last, epochMillis);
    }

    /** Counts a row that could not be used; the first few are kept as examples. */
    public void reject(String why) {
        if (isFirst) {
            rejected++;
            if (rejects.size() < EXAMPLES) {
                rejects.add(why);
            }
        }
    }

    /** Says something that the reader of the figures should know, once. */
    public void note(String line) {
        if (isFirst && !notes.contains(line)) {
            notes.add(line);
        }
    }

    /** Returns whether this is the first pass over the runs. */
    public boolean isFirst() {
        return isFirst;
    }

    private boolean isMine(String name) {
        int hash = name.hashCode() * 0x9E3779B9;
        hash ^= hash >>> 15;
        hash *= 0x85EBCA6B;
        hash ^= hash >>> 13;
        return (hash & (1 << bits) - 1) == residue;
    }

    private static Optional<Instant> instant(long millis, long none) {
        return millis == none ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }
}
