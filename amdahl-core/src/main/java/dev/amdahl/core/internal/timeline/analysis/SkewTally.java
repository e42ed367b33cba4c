package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.core.internal.timeline.analysis.RankCollectives.Part;
import dev.amdahl.core.internal.timeline.analysis.RankComparison.Skew;
import dev.amdahl.spi.Plurals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Adds up who waited for whom. Not thread-safe, used once. */
final class SkewTally {
    private static final long NOISE_NANOS = 10_000;
    private static final int MIN = 4;
    private static final int SHOWN = 10;
    private static final double BALANCED = .01;
    private static final double MUCH = .25;

    private final List<NamedTimeline> ranks;
    private final int all;
    private final int n;
    private final List<RankCollectives> collectives;
    private final RankClock[] clocks;
    private final List<List<DeviceWork>> devices = new ArrayList<>();
    private final long[] transfer;
    private final long[] wait;
    private final long[] caused;
    private final int[] last;
    private final List<Spans.Builder> waits = new ArrayList<>();
    private final List<RankComparison.Collective> worst = new ArrayList<>();
    private long firstEnd = Long.MAX_VALUE;
    private long firstWait;
    private int matched;
    private int contested;

    SkewTally(List<NamedTimeline> given, int all) {
        this.ranks = given.stream()
                .sorted(Comparator.comparingInt(NamedTimeline::rank))
                .toList();
        this.all = all;
        this.n = ranks.size();
        for (int r = 0; r < n; r++) {
            int rank = ranks.get(r).rank();
            if (rank >= all || (r > 0 && rank == ranks.get(r - 1).rank())) {
                throw new IllegalArgumentException("rank " + rank + " is given twice, or not below " + all);
            }
        }
        this.collectives = ranks.stream().map(RankCollectives::of).toList();
        this.clocks = new RankClock[n];
        Arrays.fill(clocks, RankClock.REFERENCE);
        this.transfer = new long[n];
        this.wait = new long[n];
        this.caused = new long[n];
        this.last = new int[n];
        ranks.forEach(rank -> {
            devices.add(DeviceWork.of(rank.timeline()));
            waits.add(new Spans.Builder());
        });
    }

    RankComparison comparison() {
        if (n > 1) {
            for (int r = 1; r < n; r++) {
                clocks[r] = RankClock.of(collectives.get(0), collectives.get(r));
            }
            collectives.get(0).names().stream().sorted().forEach(this::match);
        }
        worst.sort(Comparator.comparingLong(RankComparison.Collective::waitNanos)
                .reversed()
                .thenComparing(RankComparison.Collective::endNanos));
        List<RankComparison.Rank> rows = new ArrayList<>();
        double exposed = 0;
        double spans = 0;
        for (int r = 0; r < n; r++) {
            rows.add(row(r));
            exposed += rows.get(r).skewWaitExposedNanos();
            spans +=
                    ranks.get(r).timeline().endNanos() - ranks.get(r).timeline().startNanos();
        }
        Double same = contested == 0 ? null : (double) Arrays.stream(last).max().orElse(0) / contested;
        Double share = matched == 0 || !(spans > 0) ? null : exposed / spans;
        List<Integer> missing = missing();
        Skew skew = skew(share);
        int unmatched = n == 0 ? 0 : collectives.get(0).size() - matched;
        List<String> findings = findings(skew, missing, unmatched);
        return new RankComparison(
                rows,
                missing,
                matched,
                unmatched,
                contested,
                same,
                share,
                skew,
                worst.subList(0, Math.min(SHOWN, worst.size())),
                findings);
    }

    private long waited() {
        return Arrays.stream(wait).sum();
    }

    /** Share of the waits that the first matched collective holds. */
    private double firstShare() {
        return waited() > 0 && matched > 1 ? (double) firstWait / waited() : 0;
    }

    private List<Integer> missing() {
        return IntStream.range(0, all)
                .filter(number -> ranks.stream().noneMatch(rank -> rank.rank() == number))
                .boxed()
                .toList();
    }

    private void match(String name) {
        List<Part> reference = collectives.get(0).parts(name);
        int[][] matches = new int[n][];
        for (int r = 1; r < n; r++) {
            matches[r] = clocks[r].matches(reference, collectives.get(r).parts(name));
        }
        Part[] parts = new Part[n];
        for (int i = 0; i < reference.size(); i++) {
            boolean isOnAll = true;
            parts[0] = reference.get(i);
            for (int r = 1; r < n && isOnAll; r++) {
                isOnAll = matches[r][i] >= 0;
                parts[r] = isOnAll ? collectives.get(r).parts(name).get(matches[r][i]) : parts[r];
            }
            if (isOnAll) {
                add(name, parts);
            }
        }
    }

    private void add(String name, Part[] parts) {
        int latest = 0;
        long longest = 0;
        for (int r = 0; r < n; r++) {
            latest = parts[r].nanos() < parts[latest].nanos() ? r : latest;
            longest = Math.max(longest, parts[r].nanos());
        }
        long shortest = parts[latest].nanos();
        long waited = 0;
        for (int r = 0; r < n; r++) {
            long own = parts[r].nanos() - shortest;
            transfer[r] = Distribution.plus(transfer[r], shortest);
            wait[r] = Distribution.plus(wait[r], own);
            waited = Distribution.plus(waited, own);
            waits.get(r).add(parts[r].start(), parts[r].start() + own);
        }
        matched++;
        if (parts[0].end() < firstEnd) {
            firstEnd = parts[0].end();
            firstWait = waited;
        }
        if (longest - shortest > NOISE_NANOS) {
            contested++;
            last[latest]++;
            caused[latest] = Distribution.plus(caused[latest], waited);
        }
        worst.add(new RankComparison.Collective(
                name,
                parts[0].end() - ranks.get(0).timeline().startNanos(),
                shortest,
                waited,
                ranks.get(latest).rank()));
    }

    private RankComparison.Rank row(int r) {
        Spans.Builder compute = new Spans.Builder();
        devices.get(r).forEach(device -> compute.add(device.compute()));
        long exposed = waits.get(r).build().minus(compute.build()).length();
        boolean isTimed = r == 0 || clocks[r].agreeing() > 0;
        return new RankComparison.Rank(
                ranks.get(r).rank(),
                ranks.get(r).name(),
                Overlap.all(Overlap.of(devices.get(r))),
                transfer[r],
                wait[r],
                exposed,
                last[r],
                caused[r],
                isTimed ? clocks[r].offsetNanos() : null,
                isTimed ? clocks[r].windowNanos() : null);
    }

    private Skew skew(@Nullable Double share) {
        if (share == null) {
            return Skew.UNKNOWN;
        }
        if (share < BALANCED) {
            return Skew.BALANCED;
        }
        if (contested < MIN) {
            return Skew.UNKNOWN;
        }
        double chance = 1.0 / n;
        double most = Arrays.stream(last).max().orElse(0);
        double bound = contested * chance + 2 * Math.sqrt(contested * chance * (1 - chance));
        return most >= .5 * contested && most > bound ? Skew.SAME_RANK : Skew.ROTATING;
    }

    private List<String> findings(Skew skew, List<Integer> missing, int unmatched) {
        List<String> findings = new ArrayList<>();
        if (!missing.isEmpty()) {
            findings.add(
                    missing.size() + " of " + Plurals.of(all, "rank") + (missing.size() == 1 ? " is" : " are")
                            + " missing (" + some(missing)
                            + "): one of them may have been the last, so waits are at least, and transfers at most what is stated");
        }
        if (unmatched > 0) {
            findings.add("left out " + Plurals.of(unmatched, "collective") + " of rank "
                    + ranks.get(0).rank()
                    + " without a counterpart that ended at the same time on every other given rank");
        }
        double first = firstShare();
        if (first > MUCH) {
            findings.add(String.format(
                    Locale.ROOT,
                    "%.0f %% of all waits are in the first recorded collective, where a rank whose recording began later looks like one"
                            + " that came late: without it the others hold %.3f ms; record several steps",
                    100 * first,
                    (waited() - firstWait) / 1e6));
        }
        int most = 0;
        for (int r = 0; r < n; r++) {
            most = last[r] > last[most] ? r : most;
        }
        if (skew == Skew.SAME_RANK) {
            findings.add(String.format(
                    Locale.ROOT,
                    "rank %d enters %d of %d contested collectives last: look at its node; the others waited %.3f ms for it;"
                            + " collectives of one step depend on each other, so record several steps before you trust it",
                    ranks.get(most).rank(),
                    last[most],
                    contested,
                    caused[most] / 1e6));
        } else if (skew == Skew.ROTATING) {
            findings.add("the rank that enters collectives last changes: the work is not balanced between ranks");
        }
        return findings;
    }

    private static String some(List<Integer> missing) {
        String shown = String.join(
                ", ", missing.stream().limit(SHOWN).map(String::valueOf).toList());
        return missing.size() > SHOWN ? shown + ", …" : shown;
    }
}
